/** How a thing stands: it is there, it is missing, or nobody has judged it. */
export type PictureStanding = "met" | "lacks" | "open";

/** A value that a document says, beside what the record says. */
export type BesideValue = {
  label: string;
  /** Where it stands on the page; the same name as its marks. */
  field: string;
  said: string;
  record: string;
};

/** A page of a document with the places of its values: points from its upper left corner, pages from 1. */
export type PicturePage = {
  fileId: string;
  name: string;
  sheets: readonly { width: number; height: number; turn: number }[];
  marks: readonly {
    field: string;
    page: number;
    x: number;
    y: number;
    width: number;
    height: number;
  }[];
};

/** What is drawn of a finding before its words. */
export type Picture =
  | {
      kind: "checks";
      title: string;
      items: readonly {
        label: string;
        standing: PictureStanding;
        says: string;
        /** What it stands under: "Papers". */
        group: string;
      }[];
    }
  | {
      kind: "grid";
      title: string;
      columns: readonly string[];
      rows: readonly {
        label: string;
        /** One a column. */
        cells: readonly { standing: PictureStanding; says: string }[];
      }[];
    }
  | {
      kind: "beside";
      title: string;
      /** What the two sides are called: "Bill", "Order". */
      heads: readonly [string, string];
      values: readonly BesideValue[];
      page: PicturePage | null;
    };
