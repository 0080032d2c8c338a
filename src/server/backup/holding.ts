import { extensionPoint } from "../area.ts";

/** What must not go on by itself after a restore, as the statement that holds it. */
export type Holding = {
  /** What is held, as it is counted to whoever restores. */
  name: string;
  /** As the database's owner, without parameters. */
  statement: string;
};

const held: Holding[] = [];

/** What areas hold back after a restore, beside letters, webhooks and work under way. */
export const heldAfterRestore = extensionPoint<Holding>("held after a restore", (one) =>
  held.push(one),
);

export const allHeldAfterRestore = (): readonly Holding[] => held;
