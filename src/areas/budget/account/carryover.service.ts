import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";

/**
 * A document of a fiscal year that is not at its end: it goes along into the next year. `amount` in
 * cents.
 */
export type Underway = { id: string; number: string; amount: number };
/** What a document holds of one account in its year, in cents. */
export type Held = {
  id: string;
  number: string;
  accountStringId: string;
  preEncumbered: number;
  encumbered: number;
};

/** How documents of one kind go into the next fiscal year when theirs is closed. */
export type YearCarryover = {
  documentType: string;
  /** Name of one and of many, for people. */
  one: string;
  many: string;
  /** The place of one record, without its id. */
  href: string;
  /**
   * Documents of the year under way, in the order of their ids; locked until the end of the
   * transaction when `lock`.
   */
  underway(db: Db, fiscalYearId: string, lock: boolean): Promise<Underway[]>;
  /** What documents of the year hold of its budget lines. */
  holds(db: Db, fiscalYearId: string): Promise<Held[]>;
  /** Charges these documents to another year. */
  move(tx: Tx, ids: readonly string[], toYearId: string): Promise<void>;
};

const carriers: YearCarryover[] = [];

/**
 * An area says how its documents outlive a fiscal year. A deadlock with somebody at work is tried
 * again, as any.
 */
export const yearCarryovers = extensionPoint<YearCarryover>(
  "carry-over of a fiscal year",
  (carrier) => {
    if (carriers.some((c) => c.documentType === carrier.documentType))
      throw new Error(`Two carriers of ${carrier.documentType}`);
    carriers.push(carrier);
  },
);

export const allCarryovers = (): readonly YearCarryover[] => carriers;
