import { byPlace, type AreaManifest } from "#kernel/area.ts";
import { areas } from "#areas.ts";

type Area = (typeof areas)[number];
/** What an agency may show to everybody on the public pages; each area names its own. */
export type PublishKind = Area extends infer A
  ? A extends { readonly publishes: infer Kinds }
    ? keyof Kinds & string
    : never
  : never;
export const publishKinds = byPlace<{ place: number; label: string; hint?: string }>(
  Object.assign({}, ...(areas as readonly AreaManifest[]).map((area) => area.publishes ?? {})),
) as [PublishKind, { label: string; hint?: string }][];

/** A value for each of them. */
export const ofPublishKinds = <T>(value: (kind: PublishKind) => T): Record<PublishKind, T> =>
  Object.fromEntries(publishKinds.map(([kind]) => [kind, value(kind)])) as Record<PublishKind, T>;

/**
 * What an agency chose to publish, as it was stored: a kind that came with a later version of the product
 * was never chosen, so it is not published.
 */
export const choiceOf = (
  stored: Partial<Record<PublishKind, boolean>> | null,
): Record<PublishKind, boolean> | null => stored && ofPublishKinds((kind) => stored[kind] === true);
