/* Chouine by hand, in C: what a machine does if it need know no other game.
 *
 * Deal n of a seed is played at random, exactly as trickplay's loops play it: the same pack and the
 * same choices by the same generator (sfc32), drawn from the same streams. An action is a card, a
 * declaration (its card is drawn next), the exchange of the seven, or passing when asked for it;
 * all that are offered are equally likely. Cards are suit * 8 + rank, ace 10 king queen jack 9 8 7.
 *
 * Built and called by benchmarks/baselines.py: gcc -O3 -march=native -shared -fPIC.
 */
#include <stdint.h>

#define QUEENS 0x08080808u                  /* a king stands one bit below its queen */
#define BRISQUES 0x03030303u
#define SEVEN 7
enum { CHOUINE, MARIAGE, QUARTERON, QUINTE, TIERCE };
static const uint8_t NEEDS[] = {31, 12, 29, 0, 28}, WORTH[] = {0, 20, 40, 50, 30};

typedef struct { uint32_t a, b, c, d; } Stream;

static inline uint32_t word(Stream *s) {
    uint32_t result = s->a + s->b + s->d++;
    s->a = s->b ^ s->b >> 9;
    s->b = s->c + (s->c << 3);
    s->c = (s->c << 21 | s->c >> 11) + result;
    return result;
}

static inline Stream stream(uint64_t seed, uint32_t which, uint32_t number) {
    Stream s = {(uint32_t)seed, (uint32_t)(seed >> 32), which, number};
    for (int i = 0; i < 20; i++) word(&s);
    return s;
}

static inline uint32_t below(Stream *s, uint32_t n) {
    int shift = n > 1 ? __builtin_clz(n - 1) : 31;
    for (;;) {
        uint32_t value = word(s) >> shift;
        if (n == 1) return 0;
        if (value < n) return value;
    }
}

/* A number that is too large leaves the card where it is: no branch that cannot be foreseen. */
static inline void shuffle(Stream *s, uint8_t *deck) {
    for (int i = 0; i < 32; i++) deck[i] = i;
    for (uint32_t i = 31; i > 0;) {
        uint32_t value = word(s) >> __builtin_clz(i), fits = value <= i, j = fits ? value : i;
        uint8_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
        i -= fits;
    }
}

static inline uint32_t suit(int card) { return 0xFFu << (card & 24); }
static inline uint32_t above(int card) { return suit(card) & ((1u << card) - 1); }

static inline int nth(uint32_t set, uint32_t k) {
#ifdef __BMI2__
    return __builtin_ctz(__builtin_ia32_pdep_si(1u << k, set));
#else
    for (; k; k--) set &= set - 1;
    return __builtin_ctz(set);
#endif
}

/* Declarations by number: chouine 0-3, mariage 4-7, quarteron 8-11, quinte 12, tierce 13-16. */
static uint32_t declarable(uint32_t hand, uint32_t legal, uint32_t used) {
    uint32_t out = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t held = hand >> 8 * i & 0xFF, may = legal >> 8 * i & 0xFF;
        if ((held & 12) == 12 && !(used >> i & 1)) {
            if (may & 12) out |= 1u << (4 + i);
            if ((held & 28) == 28 && may & 28) out |= 1u << (13 + i);
            if ((held & 29) == 29 && may & 29) out |= 1u << (8 + i);
            if ((held & 31) == 31 && may & 31) out |= 1u << i;
        }
    }
    if (!(used >> 4 & 1) && __builtin_popcount(hand & BRISQUES) == 5 && legal & BRISQUES)
        out |= 1u << 12;
    return out;
}

static inline int points(uint32_t cards) {
    return 11 * __builtin_popcount(cards & 0x01010101u) + 10 * __builtin_popcount(cards & 0x02020202u)
         + 4 * __builtin_popcount(cards & 0x04040404u) + 3 * __builtin_popcount(cards & 0x08080808u)
         + 2 * __builtin_popcount(cards & 0x10101010u);
}

/* out: winner (2: nobody), points of both seats (0 if a chouine won), decisions */
static void deal(uint64_t seed, uint32_t number, int32_t *out) {
    Stream packs = stream(seed, 0, number), bots[2] = {stream(seed, 2, number), stream(seed, 3, number)};
    uint8_t deck[32];
    shuffle(&packs, deck);
    int leader = number & 1, next = 11, decisions = 0;      /* seat number - 1 deals, the other leads */
    uint32_t hands[2] = {0, 0}, won[2] = {0, 0}, used[2] = {0, 0}, played = 0;
    int declared[2] = {0, 0};
    for (int i = 0; i < 10; i++) hands[leader ^ (i & 1)] |= 1u << deck[i];
    int turned = deck[10], seven = (turned & 24) | SEVEN;
    uint32_t trump = suit(turned);

    for (int trick = 0; trick < 16; trick++) {
        if (trick == 10 && turned != seven && !(played >> seven & 1)) {       /* "au sept": the other */
            int p = 1 - leader, holds = hands[p] >> seven & 1;
            decisions++;
            if (below(&bots[p], 1 + holds) == 0 && holds) {
                hands[p] ^= 1u << seven | 1u << turned;
                turned = seven;
            }
        }
        int card[2], claim[2] = {-1, -1};
        for (int turn = 0; turn < 2; turn++) {
            int p = leader ^ turn, bound = 0;
            uint32_t legal = hands[p];
            if (trick > 10 && turn) {
                uint32_t follow = legal & suit(card[0]), over = legal & above(card[0]);
                if (!follow) follow = legal & trump;
                else if (suit(card[0]) == trump && over) follow = over;
                if (follow) legal = follow;
            }
            for (;;) {
                uint32_t hand = hands[p], other = 0, n = __builtin_popcount(legal);
                decisions++;
                if (!bound) {
                    if ((hand & hand << 1 & QUEENS) || __builtin_popcount(hand & BRISQUES) == 5)
                        other = declarable(hand, legal, used[p]);
                    if (hand >> seven & 1 && (trick < 10 || (trick == 10 && !turn))) other |= 1u << 17;
                }
                uint32_t k = below(&bots[p], n + __builtin_popcount(other));
                if (k < n) {
                    card[turn] = nth(legal, k);
                    break;
                }
                int a = nth(other, k - n);
                if (a == 17) {
                    hands[p] ^= 1u << seven | 1u << turned;
                    turned = seven;
                    legal = hands[p];
                    continue;
                }
                int kind = a < 12 ? a >> 2 : a == 12 ? QUINTE : TIERCE, which = (a - (a > 12)) & 3;
                bound = 1;
                if (kind == QUINTE) {
                    used[p] |= 16;
                    declared[p] += WORTH[QUINTE];
                    legal &= BRISQUES;
                } else {
                    used[p] |= 1u << which;
                    declared[p] += WORTH[kind] << (trump == 0xFFu << 8 * which);
                    legal &= (uint32_t)NEEDS[kind] << 8 * which;
                    if (kind == CHOUINE) claim[p] = which;
                }
            }
            hands[p] ^= 1u << card[turn];
            played |= 1u << card[turn];
        }
        if (claim[0] >= 0 || claim[1] >= 0) {
            int first = claim[leader] >= 0, second = claim[1 - leader] >= 0;
            int theirs = second && trump == 0xFFu << 8 * claim[1 - leader];
            out[0] = first && !theirs ? leader : second ? 1 - leader : leader;
            out[1] = out[2] = 0;
            out[3] = decisions;
            return;
        }
        if (above(card[0]) >> card[1] & 1 || (suit(card[1]) == trump && suit(card[0]) != trump))
            leader ^= 1;
        won[leader] |= 1u << card[0] | 1u << card[1];
        if (trick < 11) {
            hands[leader] |= 1u << deck[next];
            hands[1 - leader] |= 1u << (next < 31 ? deck[next + 1] : turned);
            next += 2;
        }
    }
    int total[2] = {points(won[0]) + declared[0], points(won[1]) + declared[1]};
    total[leader] += 10;
    out[0] = total[0] == total[1] ? 2 : total[0] < total[1];
    out[1] = total[0];
    out[2] = total[1];
    out[3] = decisions;
}

/* Results of `count` deals, four numbers each. */
void deals(uint64_t seed, uint32_t first, long count, int32_t *out) {
    for (long i = 0; i < count; i++) deal(seed, first + i, out + 4 * i);
}
