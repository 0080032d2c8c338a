import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";

const finding = z.object({
  kind: z.enum(["unknown", "invalid", "skipped"]),
  where: z.string(),
  count: z.number(),
  example: z.string(),
});
export const importRow = z
  .object({
    id: z.string(),
    fileName: z.string(),
    sha256: z.string(),
    state: z.enum(["queued", "done", "failed"]),
    documentKind: z.string().nullable(),
    publisher: z.string().nullable(),
    publishedAt: instantField.nullable(),
    processes: z.number(),
    newer: z.number(),
    awards: z.number(),
    lines: z.number(),
    currencies: z.record(z.string(), z.number()),
    error: z.string().nullable(),
    loader: z.string().nullable(),
    createdAt: instantField,
  })
  .meta({ id: "OcdsImport" });
export type ImportRow = z.output<typeof importRow>;
export const importDetail = importRow
  .extend({ report: z.array(finding) })
  .meta({ id: "OcdsImportDetail" });
export type ImportDetail = z.output<typeof importDetail>;

export const marketLine = z
  .object({
    id: z.string(),
    ocid: z.string(),
    title: z.string(),
    buyer: z.string(),
    supplier: z.string(),
    lot: z.string(),
    description: z.string(),
    scheme: z.string().nullable(),
    classId: z.string().nullable(),
    quantity: z.string().nullable(),
    unit: z.string().nullable(),
    unitAmount: z.string().nullable(),
    currency: z.string().nullable(),
    priceFrom: z.enum(["stated", "divided"]).nullable(),
    awardedOn: dayField.nullable(),
  })
  .meta({ id: "MarketLine" });
export type MarketLine = z.output<typeof marketLine>;

const pricePoint = z.object({
  day: dayField,
  price: z.number(),
  quantity: z.number(),
  vendor: z.string(),
  vendorId: z.string(),
  orderId: z.string(),
  number: z.string(),
  description: z.string(),
  outlier: z.number().nullable(),
});
export const priceHistory = z
  .object({
    code: z.string(),
    name: z.string(),
    unit: z.string(),
    units: z.array(z.object({ unit: z.string(), n: z.number() })),
    points: z.array(pricePoint),
    more: z.boolean(),
    trend: z
      .object({
        perYear: z.number(),
        percentPerYear: z.number().nullable(),
        median: z.number(),
        spread: z.number(),
        from: z.number(),
        to: z.number(),
        n: z.number(),
      })
      .nullable(),
    method: z.string(),
    others: z.array(
      z.object({
        currency: z.string(),
        unit: z.string(),
        n: z.number(),
        median: z.number(),
        lowest: z.number(),
        highest: z.number(),
        buyers: z.number(),
      }),
    ),
    classes: z.array(z.object({ id: z.string(), scheme: z.string(), prefix: z.string() })),
  })
  .meta({ id: "PriceHistory" });
export type PriceHistory = z.output<typeof priceHistory>;

export const commodityRow = z.object({
  code: z.string(),
  name: z.string(),
  lines: z.number(),
  vendors: z.number(),
  cents: z.number(),
  hhi: z.number(),
  top: z.string(),
  topShare: z.number(),
});
export type CommodityRow = z.output<typeof commodityRow>;
export const shareRow = z.object({
  vendorId: z.string(),
  vendor: z.string(),
  cents: z.number(),
  orders: z.number(),
  share: z.number(),
});
export type ShareRow = z.output<typeof shareRow>;
/** The fields of a class under which others buy a commodity. */
export const marketClassFields = {
  scheme: z.string().trim().min(1, "Enter the scheme, such as CPV.").max(40),
  prefix: z.string().trim().min(1, "Enter the beginning of their code.").max(40),
};
export const classInput = z.object({
  commodityCode: z.string().min(1).max(20),
  ...marketClassFields,
});
