import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { keyInWords } from "#kernel/words.ts";
import { allSearches } from "#server/area.ts";
import type { Config } from "#server/config.ts";
import { seal, unseal } from "#server/auth/sealing.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { neverLeaves } from "#server/agents/leaving.ts";
import { checkAddress } from "#server/outgoing/address.ts";
import { OutgoingRefusal } from "#server/outgoing/refusal.ts";
import { pageAt } from "#areas.ts";
import { modelSetting } from "../assistant.tables.ts";
import type { ModelInput, ModelStanding } from "./setting.model.ts";
import { monthOf } from "./use.service.ts";

type Stored = typeof modelSetting.$inferSelect;

/** Where a model is reached, with its key; `trusted`: the operator's word, not an agency's. */
export type Model = {
  address: string;
  model: string;
  key: string | null;
  trusted: boolean;
  /** The agency that asks; null where nobody's answers are bettered. */
  agency: string | null;
  mostAnswer: number;
  areas: readonly string[];
};

const usual = {
  ...{ source: "operator" as const, address: "", model: "", areas: [] as string[] },
  ...{ mostAnswer: 800, mostPerson: 200_000, mostMonth: 2_000_000 },
};

/** How an agency has set it up; what stands in the product where it has not. */
export const settingOf = async (db: Db): Promise<Omit<Stored, "createdAt" | "updatedAt">> =>
  (await db.maybe<Stored>(sql`select * from model_setting where org_id = ${db.scope.orgId}`)) ?? {
    ...usual,
    orgId: db.scope.orgId!,
    id: "",
    sealedKey: null,
    version: 0,
  };

const operatorModel = (config: Config): Pick<Model, "address" | "model" | "key"> | null =>
  config.LEVEE_LLM_URL && config.LEVEE_LLM_MODEL
    ? {
        address: config.LEVEE_LLM_URL,
        model: config.LEVEE_LLM_MODEL,
        key: config.LEVEE_LLM_KEY ?? null,
      }
    : null;

// A copy for practice tells nobody outside what stands in it.
const inPractice = async (db: Db): Promise<boolean> =>
  (
    await db.one<{ practice: boolean }>(
      sql`select coalesce(levee_is_practice(${db.scope.orgId}), false) as practice`,
    )
  ).practice;

/** The model that betters answers of an agency, of nobody's (`db` null) the operator's; null without one. */
export const modelFor = async (config: Config, db: Db | null): Promise<Model | null> => {
  const agency = db?.scope.orgId ?? null;
  const own = db ? await settingOf(db) : usual;
  if (own.source === "none" || (db && (await inPractice(db)))) return null;
  if (own.source === "own" && "sealedKey" in own)
    return {
      ...{ address: own.address, model: own.model, trusted: false, agency },
      ...{ mostAnswer: own.mostAnswer, areas: own.areas },
      key: own.sealedKey ? unseal("model", own.orgId, own.sealedKey) : null,
    };
  const operator = operatorModel(config);
  const { mostAnswer, areas } = own;
  return operator && { ...operator, trusted: true, agency, mostAnswer, areas };
};

const areaAt = (href: string): string | null =>
  /^areas\/([\w-]+)\//.exec(pageAt(href.split("?")[0]!)?.file ?? "")?.[1] ?? null;

/** Whether the words of a record may leave: its area is allowed, and its kind is none that never leaves. */
export const mayLeave = (
  { areas }: Pick<Model, "areas">,
  { kind, href }: { kind: string; href: string },
): boolean => {
  if (neverLeaves(kind)) return false;
  const area = areaAt(href);
  return area !== null && areas.includes(area);
};

/** Areas whose records are found, which an agency may let leave. */
const areaChoices = (): { name: string; label: string }[] =>
  [
    ...new Set(
      allSearches()
        .filter(({ kind }) => !neverLeaves(kind))
        .flatMap(({ path }) => areaAt(`${path}/1`) ?? areaAt(path) ?? []),
    ),
  ]
    .toSorted()
    .map((name) => ({ name, label: keyInWords(name) }));

/** How an agency's model stands, never with its key. */
export const readModel = async (config: Config, db: Db): Promise<ModelStanding> => {
  const [own, month, model] = await Promise.all([settingOf(db), monthOf(db), modelFor(config, db)]);
  return {
    ...{ source: own.source, address: own.address, model: own.model, areas: own.areas },
    ...{ mostAnswer: own.mostAnswer, mostPerson: own.mostPerson, mostMonth: own.mostMonth },
    ...{ locked: own.sealedKey !== null, connected: model !== null, month },
    operator: operatorModel(config)?.model ?? null,
    ...{ choices: areaChoices(), version: own.version },
  };
};

const requireAddress = (config: Config, address: string): void => {
  try {
    checkAddress(address, config.LEVEE_OUTGOING_ALLOW);
  } catch (error) {
    if (error instanceof OutgoingRefusal) throw invalidField("address", error.message, error.code);
    throw error;
  }
};

/**
 * Sets up the agency's model: which one, what may leave, its ceilings. A key is sealed; another address
 * forgets it. 422 `address`, `areas_unknown`.
 */
export const setUpModel = async (
  config: Config,
  tx: Tx,
  actor: Actor,
  { key, ...input }: ModelInput,
): Promise<{ version: number }> => {
  const before = await settingOf(tx);
  const { orgId } = tx.scope;
  if (input.source === "own") requireAddress(config, input.address);
  const known = new Set(areaChoices().map(({ name }) => name));
  if (input.areas.some((area) => !known.has(area)))
    throw invalidField("areas", "Choose areas of the list.", "areas_unknown");
  const kept = before.address === input.address ? before.sealedKey : null;
  const sealedKey = key ? seal("model", orgId!, key) : input.source === "own" ? kept : null;
  const row = { ...input, sealedKey };
  const after = before.id
    ? await updateRow(tx, modelSetting, before.id, row)
    : await insertRow(tx, modelSetting, { ...row, orgId: orgId!, id: newId() });
  const told = ({ sealedKey: hidden, ...rest }: typeof before) => ({
    ...{ ...rest, locked: hidden !== null },
  });
  note(
    tx,
    actor,
    "modelSetting",
    { id: after.id, number: "" },
    {
      ...{ action: "change", before: told(before), after: told(after) },
    },
  );
  return { version: after.version };
};
