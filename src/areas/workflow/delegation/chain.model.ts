import { policyTypes, type ApprovableType } from "../policy/policy.labels.ts";

export const allTypes = Object.keys(policyTypes) as readonly ApprovableType[];

/**
 * A delegation that was not ended: from whom to whom, its instants in milliseconds (`until`
 * excluded), its types (none: all), and the types that the receiver may decide for somebody else.
 */
export type Link = {
  readonly fromId: string;
  readonly toId: string;
  readonly from: number;
  readonly until: number;
  readonly types: readonly string[];
  readonly may: readonly ApprovableType[];
};
/** What is asked about: instants in milliseconds (`until` excluded) and types. */
export type Span = { from: number; until: number; types: readonly ApprovableType[] };
/**
 * One delegation as far as it concerns what is asked; `path` leads from the person to its receiver,
 * both included. `last`: it goes on from there to nobody.
 */
export type Hop = Span & { path: readonly string[]; last: boolean };

/**
 * More people than this do not hand the same approvals on; who stands there keeps them. Decisions
 * look as far (`chainsTo`).
 */
export const longestPath = 8;

/**
 * Where a person's approvals go in a span: to whom they delegated and, where that one is away too,
 * on to whom these did. Nobody stands in a path twice,
 * so that a circle ends where it began. `but`: who must not decide (who asked, or had a hand in
 * it), and hands nothing on. A receiver who may not decide a type is passed over for it.
 */
export const onward = (
  links: readonly Link[],
  personId: string,
  span: Span,
  but: readonly (string | null)[] = [],
): Hop[] => {
  const walk = (path: readonly string[], { from, until, types }: Span): Hop[] =>
    links
      .filter(
        (l) =>
          l.fromId === path.at(-1) &&
          path.length < longestPath &&
          !path.includes(l.toId) &&
          !but.includes(l.toId),
      )
      .flatMap((l) => {
        const part: Span = {
          from: Math.max(from, l.from),
          until: Math.min(until, l.until),
          types: types.filter(
            (t) => l.may.includes(t) && (l.types.length === 0 || l.types.includes(t)),
          ),
        };
        if (part.from >= part.until || part.types.length === 0) return [];
        const next = [...path, l.toId];
        const further = walk(next, part);
        return [{ ...part, path: next, last: further.length === 0 }, ...further];
      });
  return walk([personId], span);
};

/**
 * Whom a person's approvals of a type reach at an instant while the person is away: paths from the
 * person to each of them. Nobody: the person is there.
 */
export const reachedAt = (
  links: readonly Link[],
  personId: string,
  type: ApprovableType,
  at: number,
  but: readonly (string | null)[] = [],
): (readonly string[])[] =>
  onward(links, personId, { from: at, until: at + 1, types: [type] }, but)
    .filter((h) => h.last)
    .map((h) => h.path);

/**
 * The people of a circle that a new delegation would close, from its receiver back to its giver;
 * null when it closes none.
 */
export const circleOf = (
  links: readonly Link[],
  giverId: string,
  toId: string,
  span: Span,
): readonly string[] | null =>
  onward(
    links.map((l) => ({ ...l, may: allTypes })),
    toId,
    span,
  ).find((h) => h.path.at(-1) === giverId)?.path ?? null;

/**
 * Those whose approvals come along with a person's in a span, because they delegated to them:
 * nearest first, each once.
 */
export const comingAlong = (links: readonly Link[], personId: string, span: Span): string[] =>
  [...new Set(links.map((l) => l.fromId))]
    .filter((giver) => giver !== personId)
    .flatMap((giver) =>
      onward(links, giver, span)
        .filter((h) => h.path.at(-1) === personId)
        .map((h) => ({ giver, far: h.path.length })),
    )
    .toSorted((a, b) => a.far - b.far)
    .map((each) => each.giver)
    .filter((giver, at, all) => all.indexOf(giver) === at);
