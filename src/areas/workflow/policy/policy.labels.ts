import type { Permission } from "#kernel/access.ts";
import { byPlace, type AreaManifest, type ApprovableKind } from "#kernel/area.ts";
import { areas } from "#areas.ts";

type Area = (typeof areas)[number];
/** The documents that approval policies know; each area names its own. */
export type ApprovableType = Area extends infer A
  ? A extends { readonly approvables: infer Kinds }
    ? keyof Kinds & string
    : never
  : never;
const kinds = byPlace<ApprovableKind>(
  Object.assign({}, ...(areas as readonly AreaManifest[]).map((area) => area.approvables ?? {})),
) as [ApprovableType, ApprovableKind][];
const ofKinds = <T>(read: (kind: ApprovableKind) => T): Record<ApprovableType, T> =>
  Object.fromEntries(kinds.map(([type, kind]) => [type, read(kind)])) as Record<ApprovableType, T>;

export const approvableTypes = ofKinds((kind) => kind.label);

/** The documents that a policy may cover and that may be delegated: all but those of a named person. */
export const policyTypes = Object.fromEntries(
  kinds.flatMap(([type, kind]) => (kind.named ? [] : [[type, kind.label]])),
) as Record<ApprovableType, string>;

export const approvableIcons = ofKinds((kind) => kind.icon ?? "document");

/** What returning and rejecting a document does, where its area says it. */
export const approvableRefusals = ofKinds((kind) => kind.refused);

/** What a waiting approval asks, said as a task. */
export const approvalVerbs = ofKinds((kind) => kind.task);

/**
 * What a person must hold to decide a document of a type for somebody else; whoever the policy
 * itself names is entitled by it.
 */
export const decidingPermissions: Record<ApprovableType, Permission> = ofKinds(
  (kind) => kind.decide,
);
