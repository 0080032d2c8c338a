import type { Actor, Permission } from "#kernel/access.ts";
import { extensionPoint } from "../area.ts";
import type { Db } from "../db/db.ts";
import type { RecordName } from "../noun.ts";

/** A page that lists what a record wrote in another area's books. */
export type Trace = { label: string; href: string };
type Tracer = {
  name: string;
  /** Who may read that page. */
  permission: Permission;
  /** The page of a record; null where it wrote nothing there. */
  find: (db: Db, record: RecordName) => Promise<Trace | null>;
};

const tracers = new Map<string, Tracer>();

/** An area says where its books show what records of other areas wrote there. */
export const recordTraces = extensionPoint<Tracer>("what records wrote elsewhere", (tracer) => {
  if (tracers.has(tracer.name)) throw new Error(`two tracers named ${tracer.name}`);
  tracers.set(tracer.name, tracer);
});

/** The pages that list what a record wrote, as far as the person may read them. */
export const tracesOf = async (db: Db, actor: Actor, record: RecordName): Promise<Trace[]> => {
  const found = await Promise.all(
    [...tracers.values()]
      .filter(({ permission }) => actor.permissions.has(permission))
      .map(({ find }) => find(db, record)),
  );
  return found.filter((trace) => trace !== null);
};
