import { z } from "zod";
import { rowsOf, type Placed } from "#kernel/placed-rows.ts";

/** A PDF that belongs to a contract: signed by both sides, attached, or an exhibit. */
export const contractPaper = z
  .object({
    fileId: z.string(),
    name: z.string(),
    kind: z.enum(["signed", "attached", "exhibit"]),
  })
  .meta({ id: "ContractPaper" });
export type ContractPaper = z.output<typeof contractPaper>;

const place = {
  page: z.number().int(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
};

/** What one sees in it, line by line; what nobody sees stands apart. Points from a page's upper left corner. */
export const paperText = contractPaper
  .extend({
    /** Why it cannot be read, in words; null where it was. */
    unread: z.string().nullable(),
    pages: z.number().int(),
    /** The size of each page as it is read, and how far it was turned for that, in degrees. */
    sheets: z.array(z.object({ width: z.number(), height: z.number(), turn: z.number() })),
    lines: z.array(z.object({ ...place, text: z.string() })),
    unseen: z.array(z.object({ page: z.number().int(), text: z.string(), why: z.string() })),
  })
  .meta({ id: "ContractPaperText" });
export type PaperText = z.output<typeof paperText>;

const tenth = (points: number) => Math.round(points * 10) / 10;

/** Placed texts as lines from above: what stands on one line is one text. */
export const linesOfPaper = (seen: readonly Placed[]): PaperText["lines"] =>
  rowsOf(seen).map(({ page, cells }) => {
    const [first, last] = [cells[0]!, cells.at(-1)!];
    return {
      page,
      x: tenth(first.x),
      y: tenth(Math.min(...cells.map(({ y }) => y))),
      width: tenth(last.x + last.width - first.x),
      height: tenth(Math.max(...cells.map(({ height }) => height))),
      text: cells.map(({ text }) => text.trim()).join(" "),
    };
  });
