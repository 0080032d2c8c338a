import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

const span = /^(\d{4})(?:\s*-\s*(\d{4}))?$/;

/** The spans of merchant category codes in words such as "5812-5814, 5462"; null where one cannot be read. */
const spansOf = (codes: string): (readonly [string, string])[] | null => {
  const spans: (readonly [string, string])[] = [];
  for (const part of codes.split(/[,;\n]/).map((text) => text.trim())) {
    if (part === "") continue;
    const found = span.exec(part);
    const [from, to] = [found?.[1] ?? "", found?.[2] ?? found?.[1] ?? ""];
    if (!found || to < from) return null;
    spans.push([from, to]);
  }
  return spans.length > 0 ? spans : null;
};

/** Whether a code is among those of a group. */
export const inGroup = (codes: string, code: string): boolean =>
  (spansOf(codes) ?? []).some(([from, to]) => code >= from && code <= to);

/** A group of merchant category codes (ISO 18245), as an administrator writes it. */
export const groupInput = z.strictObject({
  name: z.string().trim().min(3, "Name the group.").max(120),
  codes: z
    .string()
    .trim()
    .min(4, "Enter codes such as 5812-5814, 5462.")
    .max(1000)
    .refine((text) => spansOf(text) !== null, "Enter codes of four digits: 5812-5814, 5462."),
  blocked: z.boolean().default(false),
});
export const groupRow = z
  .object({
    ...groupInput.shape,
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "CardGroup" });
export type GroupRow = z.output<typeof groupRow>;
