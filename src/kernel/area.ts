import type { Page, Permission } from "./access.ts";

/**
 * What an area says of itself as data, for browser, server and tests alike. It stands in
 * `<area>.area.ts`; what the server mounts of it stands in `<area>.server.ts`.
 */
export type AreaManifest = {
  /** Also the name of its folder below `src/areas`, and of its server door. */
  name: string;
  pages: Readonly<Record<string, Page>>;
  /**
   * Who holds each of its permissions: roles, duties, "member" (everyone in the agency) or "vendor"
   * (a vendor's person). Roles do not inherit here.
   */
  permissions?: Readonly<Record<Permission, readonly string[]>>;
  /**
   * What stays open while the agency is read-only although it changes something: paying what was
   * approved, opening bids, emergency orders. Single endpoints say `opensIn`.
   */
  whileReadOnly?: readonly Permission[];
  /** What a person may do beyond the role; `place` orders the choices on screens. */
  duties?: Readonly<Record<string, { place: number; label: string }>>;
  /** Documents that approval policies may cover. */
  approvables?: Readonly<Record<string, ApprovableKind>>;
  /** Documents under which signatures are asked for; authorities to sign name them. */
  signables?: Readonly<Record<string, { place: number; label: string }>>;
  /** What a task may ask of a person. */
  taskKinds?: Readonly<Record<string, string>>;
  /** What an agency may show to everybody on the public pages. */
  publishes?: Readonly<Record<string, { place: number; label: string; hint?: string }>>;
};

/**
 * A kind of record that is found by number and words. `begins`: the page on which one is begun, and
 * what somebody must hold to; none where it only follows from another record.
 */
export type FoundKind = {
  label: string;
  begins?: { at: string; with: Permission };
};

/** Icons of documents, by what they look like; the browser draws them. */
export type DocumentIcon = "banknote" | "checked" | "clipboard" | "document" | "receipt" | "scale";

export type ApprovableKind = {
  place: number;
  label: string;
  /** "document" where none is named. */
  icon?: DocumentIcon;
  /** What a waiting approval asks, said as a task. */
  task: string;
  /** What a person must hold to decide one for somebody else. */
  decide: Permission;
  /** One named person decides it: no policy covers it, and it is not delegated. */
  named?: boolean;
  /** What returning and rejecting one does, where it is not the usual: it went out already. */
  refused?: { return: string; reject: string };
};

/** The entries of a record in the order of their places. */
export const byPlace = <T extends { place: number }>(
  entries: Readonly<Record<string, T>>,
): [string, T][] => Object.entries(entries).sort(([, a], [, b]) => a.place - b.place);
