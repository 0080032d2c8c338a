/** What a finding rests on, as it was read. */
export type Source =
  | {
      kind: "record";
      label: string;
      href: string;
      says: string;
      /** What it stands under where a finding names several sorts of records: "Short list". */
      group?: string;
      /** Where it is, known to so many meters: it stands on a map beside the words. */
      place?: { latitude: number; longitude: number; accuracy: number };
    }
  | { kind: "rule"; label: string; citation: string; says: string }
  | { kind: "passage"; label: string; href: string; page: number; says: string };

/** A value that a proposal changes: where it stands in the body, and how it reads before and after. */
export type Change = {
  label: string;
  /** Its place in the body, which a person may correct before accepting: `lines.1.unitPrice`. */
  path: string | null;
  from: string;
  to: string;
  /** What stands in the body where that reads otherwise than `to`: an id, a code. */
  value?: string;
  /** What a person may choose from in its place; anything may be typed where this is left out. */
  choices?: readonly { value: string; label: string }[];
  /** It may be left empty. What is empty and may not be is filled in before it is accepted. */
  optional?: true;
  /** What it stands under, where a proposal has several of a kind: "Line 1". */
  group?: string;
};

/** A change that a person may accept: one endpoint call, with the version of the record it rests on. */
export type Proposal = {
  /** The button: "Correct the invoice". */
  label: string;
  endpoint: string;
  params: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>>;
  /** The reading that answers the record whose version counts; null where nothing is changed. */
  record: { reading: string; params: Readonly<Record<string, string>>; version: number } | null;
  changes: readonly Change[];
};
