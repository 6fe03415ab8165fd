/* Rules: pure functions, each with its formula. */
#include "learn/rule.h"

/* y w.x <= 0: w += y x (Rosenblatt 1958). A product of exactly 0 is a mistake: from w = 0 nothing would ever
 * move otherwise. */
double pt_rule_mistake(const struct pt_case *c)
{
    return c->product <= 0.0 ? 1.0 : 0.0;
}
