import { z } from "zod";

const given = z.strictObject({
  amount: z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,9})?$/, "A value is a number of nine decimals at most."),
  unit: z.string().trim().min(1).max(20),
});

/** The assembly that a measurement names, by its family, with typed values; null: none any more. */
export const namedInput = z.object({
  assembly: z
    .strictObject({
      definitionId: z.uuid("Choose an assembly."),
      typed: z.record(z.string().max(40), given),
    })
    .nullable(),
});
export type NamedInput = z.output<typeof namedInput>;

const quantity = z.object({
  net: z.string(),
  quantity: z.string(),
  packs: z.string().nullable(),
  bought: z.string(),
  how: z.string(),
});

/** What is bought of a measurement by the assembly that it names. */
export const namedAssembly = z
  .object({
    assembly: z
      .object({
        definitionId: z.string(),
        versionId: z.string(),
        name: z.string(),
        versionNo: z.number(),
      })
      .nullable(),
    typed: z.record(z.string(), z.object({ amount: z.string(), unit: z.string() })),
    items: z.array(
      z.object({
        key: z.string(),
        description: z.string(),
        commodityCode: z.string().nullable(),
        stockItem: z.string().nullable(),
        unit: z.string(),
        costCode: z.string().nullable(),
        found: quantity.nullable(),
        problem: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "MeasuredAssembly" });
export type NamedAssembly = z.output<typeof namedAssembly>;

/** What is bought of all that was measured on a sheet, each measurement in its own packs. */
export const sheetItems = z
  .object({
    items: z.array(
      z.object({
        description: z.string(),
        unit: z.string(),
        costCode: z.string().nullable(),
        bought: z.string(),
        measurements: z.number(),
      }),
    ),
    /** Items that have no quantity yet. */
    without: z.number(),
  })
  .meta({ id: "SheetItems" });
export type SheetItems = z.output<typeof sheetItems>;
