import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { statementSources, statementStatuses } from "./statement.labels.ts";

const actions = z.array(offeredAction);

export const statementRow = z
  .object({
    id: z.string(),
    number: z.string(),
    account: z.string(),
    agencyAccountId: z.string(),
    onDay: dayField,
    opening: z.number(),
    closing: z.number(),
    lineCount: z.number(),
    source: z.enum(names(statementSources)),
    status: z.enum(names(statementStatuses)),
    version: z.number(),
  })
  .meta({ id: "BankStatement" });
export type Statement = z.output<typeof statementRow>;

export const statementDetail = statementRow
  .extend({
    cameIn: z.number(),
    wentOut: z.number(),
    fileName: z.string().nullable(),
    sha256: z.string(),
    loadedAt: instantField,
    actions,
  })
  .meta({ id: "BankStatementDetail" });
export type StatementDetail = z.output<typeof statementDetail>;

export const bankLineRow = z
  .object({
    id: z.string(),
    onDay: dayField,
    account: z.string(),
    direction: z.enum(["in", "out"]),
    cents: z.number(),
    customerReference: z.string(),
    bankReference: z.string(),
    text: z.string(),
    typeCode: z.string(),
    statementId: z.string(),
    statement: z.string(),
  })
  .meta({ id: "BankLine" });
export type BankLine = z.output<typeof bankLineRow>;

/** What became of a file: a statement for each account and day, and accounts that are not set up here. */
export const loadedFile = z
  .object({
    statements: z.array(
      z.object({
        id: z.string().nullable(),
        number: z.string(),
        account: z.string(),
        onDay: dayField,
        known: z.boolean(),
      }),
    ),
    others: z.array(z.string()),
  })
  .meta({ id: "LoadedBankFile" });
export type LoadedFile = z.output<typeof loadedFile>;

/** How the agency's accounts stand: the last statement of each, and what the books have out of it. */
export const bankStanding = z
  .object({
    accounts: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        active: z.boolean(),
        through: dayField.nullable(),
        closing: z.number().nullable(),
        statements: z.number(),
        outstanding: z.number(),
        outstandingCount: z.number(),
      }),
    ),
  })
  .meta({ id: "BankStanding" });
export type BankStanding = z.output<typeof bankStanding>;
