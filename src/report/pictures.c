/* The list of pictures, in the order of the page. */
#include "report/picture.h"

#include <string.h>

const struct pt_picture *const pt_pictures[] = {
    &pt_picture_plane, &pt_picture_contradiction,
    &pt_picture_space, &pt_picture_cone, &pt_picture_losses, &pt_picture_epochs,
    &pt_picture_proof, &pt_picture_bracket, &pt_picture_angle, &pt_picture_margins, &pt_picture_reliability,
    &pt_picture_weights,
    &pt_picture_image, &pt_picture_network, &pt_picture_runs_updates, &pt_picture_runs_epochs, &pt_picture_runs_margins,
    &pt_picture_runs_errors, NULL};

void pt_short_name(const char *name, size_t most, char *text, size_t room)
{
    size_t bytes = 0, n = 0;

    while (name[bytes] != '\0' && n < most) {
        size_t next = bytes + 1;
        while ((name[next] & 0xc0) == 0x80)
            next++;
        if (next + 4 > room)
            break;
        bytes = next;
        n++;
    }
    memcpy(text, name, bytes);
    memcpy(text + bytes, name[bytes] == '\0' ? "" : "\xe2\x80\xa6", name[bytes] == '\0' ? 1 : 4);
}
