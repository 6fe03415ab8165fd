/* Rows of the stories. */
#include "cmd/demo.h"

#include <math.h>
#include <stdint.h>

const char demo_and[] = "x1,x2,class\n0,0,no\n0,1,no\n1,0,no\n1,1,yes\n";

const char demo_or[] = "x1,x2,class\n0,0,no\n0,1,yes\n1,0,yes\n1,1,yes\n";

const char demo_worked[] = "x1,x2,class\n1,1,+1\n2,2,+1\n1,2,-1\n2,1,-1\n";

const char demo_xor[] = "x1,x2,class\n0,0,+1\n1,1,+1\n0,1,-1\n1,0,-1\n";

const char demo_tight[] =
    "x1,x2,x3,x4,x5,class\n1,0,0,0,0,+1\n0,1,0,0,0,-1\n0,0,1,0,0,+1\n0,0,0,1,0,-1\n0,0,0,0,1,+1\n";

const char demo_bias[] =
    "x1,x2,class\n1,1,near\n1.5,2,near\n2,1,near\n2.2,1.8,near\n3.5,3,far\n4,4,far\n3,4.2,far\n"
    "4.5,3.2,far\n";

const char demo_margin[] =
    "x1,x2,class\n1,1,a\n2,1.5,a\n1.5,2.5,a\n0.5,2,a\n4,4,b\n5,3.5,b\n3.5,5,b\n5,5,b\n4.5,2.5,b\n";

const char demo_clash[] =
    "height,weight,class\n1.6,55,small\n1.9,90,large\n1.7,70,small\n1.7,70,large\n1.5,48,small\n"
    "2,99,large\n";

const char demo_fine[] =
    "height,weight,class\n1.6,55,small\n1.9,90,large\n1.7,70,small\n1.75,71,large\n1.5,48,small\n"
    "2,99,large\n";

const char demo_spam[] =
    "spam\tfree prize claim your cash now\nspam\twin a free phone text now\n"
    "spam\turgent claim your prize call now\nspam\tcheap loans cash today free call\n"
    "spam\tyou won free tickets claim now\nspam\tcash prize winner call this number\n"
    "spam\tfree entry win cash weekly\nspam\turgent your account won a prize\n"
    "spam\ttext win to claim free cash\nspam\tlimited offer free phone call today\n"
    "ham\tsee you at the lecture tomorrow\nham\tcan you call me after lunch\n"
    "ham\tthe NUS library closes at nine\nham\tare we still free for dinner tonight\n"
    "ham\tthanks for the notes from class\nham\tmeeting moved to tomorrow at nine\n"
    "ham\ti will text you when i arrive\nham\thomework for the NUS course is due\n"
    "ham\tlunch at the canteen today\nham\tyour book is at the library desk\n";

const char demo_eighty_five[] =
    "x1,x2,class\n-0.4,2.92,below\n-1.14,5.24,above\n-0.46,1.69,below\n4.17,5.26,above\n"
    "2.66,3.45,above\n2.29,4.77,above\n-0.2,3.47,above\n2.81,1.73,above\n1.45,-1.96,below\n"
    "2.5,1.45,above\n2.95,1.62,above\n5.39,3.47,above\n3.17,-0.24,below\n1.33,5.57,above\n"
    "0.8,-0.7,below\n1.06,-0.85,below\n4.63,3.38,above\n-0.17,5.55,above\n1.66,0.67,below\n"
    "0.1,1.33,below\n4.91,0.9,above\n2.45,-0.66,below\n-0.02,0.89,below\n3.73,4.52,above\n"
    "4.22,-0.83,below\n1.61,-0.73,below\n3.9,0.52,above\n5.76,4.6,above\n5.06,0.77,above\n"
    "5.64,4.19,above\n-0.9,5.73,above\n-0.97,5.93,above\n0.36,0.09,below\n2.26,-1.68,below\n"
    "3.93,3.95,above\n2.05,2.02,above\n2.29,3.86,above\n5.9,2.85,above\n-0.19,3.79,above\n"
    "1.46,1.54,below\n0.74,3.06,above\n-0,4.57,above\n1.36,3.32,above\n0.35,0.5,below\n3.45,0.79,above\n"
    "2.06,-0.86,below\n3.4,1.7,above\n-0.7,2,below\n-0.41,-1.45,below\n-0.09,-0.44,below\n"
    "0.53,-1.66,below\n5.44,4.57,above\n3.42,4.28,above\n1.29,-1.3,below\n-1.79,1.14,below\n"
    "5.47,1.95,above\n3.75,4.38,above\n-0.72,5.79,above\n5.05,0.19,above\n-1.56,5.45,above\n"
    "5.31,-0.73,above\n0.56,-0.87,below\n-1.17,3.51,below\n-1.36,4.17,above\n-0.25,6,above\n"
    "4.96,4.88,above\n-0.63,2.19,below\n-1.71,1.71,below\n-1.13,4.16,above\n5.38,-0.18,above\n"
    "4.37,4.16,above\n4.28,3.94,above\n1.75,-0.58,below\n-1.47,1.72,below\n-0.33,-1.84,below\n"
    "-1.42,2.67,below\n1.9,1.02,below\n3.3,1.49,above\n1.96,5.32,above\n2.28,3.52,above\n"
    "3.45,1.36,above\n5.97,0.73,above\n0.64,0.15,below\n0.92,4.59,above\n1.03,0.01,below\n";

/* ---- made up ---------------------------------------------------------------------------------------- */

static const uint32_t first_seed = 12345;

/* 0 to 1, the same sequence on every machine. */
static double next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) / 16777216.0;
}

/* A disc within a ring: no line tells them apart. */
void demo_rings(FILE *out)
{
    uint32_t state = first_seed;

    fputs("x1,x2,class\n", out);
    for (int i = 0; i < 160; i++) {
        const bool inner = i % 2 == 0;
        const double angle = 6.283185307179586 * next(&state);
        const double radius = inner ? 1.1 * next(&state) : 1.9 + 0.7 * next(&state);
        fprintf(out, "%.2f,%.2f,%s\n", radius * cos(angle), radius * sin(angle), inner ? "disc" : "ring");
    }
}

/* Two digits in strokes, five by seven, moved by a pixel or two and with specks on them. */
enum { SIDE = 12, IMAGES = 240 };

static const char *const strokes[2][7] = {
    {".###.", "#...#", "....#", "..##.", "....#", "#...#", ".###."},
    {".###.", "#...#", "#...#", ".###.", "#...#", "#...#", ".###."},
};

static void put_number(FILE *out, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        fputc((int)(value >> shift & 255u), out);
}

static int pixel(int digit, int x, int y, uint32_t *state)
{
    const bool ink = x >= 0 && x < 5 && y >= 0 && y < 7 && strokes[digit][y][x] == '#';
    const double noise = next(state);

    return ink ? (noise < 0.06 ? 0 : 150 + (int)(105.0 * noise)) : noise > 0.97 ? 120 : 0;
}

void demo_digits(FILE *out)
{
    uint32_t state = first_seed;

    put_number(out, 0x803);
    put_number(out, IMAGES);
    put_number(out, SIDE);
    put_number(out, SIDE);
    for (int i = 0; i < IMAGES; i++) {
        const int left = 3 + (int)(2.0 * next(&state)), top = 2 + (int)(2.0 * next(&state));
        for (int p = 0; p < SIDE * SIDE; p++)
            fputc(pixel(i % 2, p % SIDE - left, p / SIDE - top, &state), out);
    }
}

void demo_digit_labels(FILE *out)
{
    put_number(out, 0x801);
    put_number(out, IMAGES);
    for (int i = 0; i < IMAGES; i++)
        fputc(i % 2 == 0 ? 3 : 8, out);
}
