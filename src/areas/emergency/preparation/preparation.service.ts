import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { budgetEffect, chargeable, openYearOf } from "#areas/budget/budget.server.ts";
import { listDepartments, memberById } from "#areas/organization/organization.server.ts";
import { refuseUnknownCodes } from "#areas/procurement/procurement.server.ts";
import { jointRoom, notInForce } from "#areas/contracts/contracts.server.ts";
import {
  emergencyAccount,
  emergencyApprover,
  emergencyKit,
  emergencyKitLine,
} from "../emergency.tables.ts";
import type {
  Approver,
  ApproverInput,
  Kit,
  KitInput,
  Preparation,
  PreparedAccount,
} from "./preparation.model.ts";
import { declarationTerm, ratificationTerm } from "../declaration/rules.service.ts";

type KitRow = Omit<Kit, "why"> & { status: string; endsOn: Day };

/** Kits that are prepared, each with why it cannot be ordered now; or one of them. */
export const kitsOf = async (db: Db, id: string | null = null): Promise<Kit[]> => {
  const rows = await db.rows<KitRow>(sql`
    select
      k.id, k.name, k.contract_id, c.number as contract, c.vendor_id, v.name as vendor,
      (c.ceiling - c.drawn) as left, k.version, c.status, c.ends_on,
      coalesce(
        (
          select jsonb_agg(jsonb_build_object(
              'id', l.id, 'contractLineId', l.contract_line_id, 'rateCode', l.rate_code,
              'description', l.description, 'commodityCode', l.commodity_code, 'unit', l.unit,
              'unitPrice', coalesce(n.unit_price, l.unit_price)::text, 'quantity', l.quantity::text
            ) order by l.line_no)
          from emergency_kit_line l
          left join contract_line n on n.org_id = l.org_id and n.id = l.contract_line_id
          where l.org_id = k.org_id and l.kit_id = k.id
        ),
        '[]'
      ) as lines
    from emergency_kit k
    join contract c on c.org_id = k.org_id and c.id = k.contract_id
    join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
    where k.org_id = ${db.scope.orgId} and k.active and (${id}::uuid is null or k.id = ${id}::uuid)
    order by k.name
  `);
  const today = businessDate(db.scope);
  const joint = await jointRoom(
    db,
    rows.map((kit) => kit.contractId),
  );
  return rows.map(({ status, endsOn, ...kit }) => ({
    ...kit,
    left: Math.min(kit.left, joint.get(kit.contractId) ?? kit.left),
    why: notInForce({ number: kit.contract, status, endsOn }, today),
  }));
};

/** The prepared accounts with what they have left this year. */
const accountsOf = async (db: Db): Promise<PreparedAccount[]> => {
  const [found, departments] = await Promise.all([
    db.rows<Pick<PreparedAccount, "id" | "departmentId" | "accountStringId">>(sql`
      select id, department_id, account_string_id
      from emergency_account
      where org_id = ${db.scope.orgId}
    `),
    listDepartments(db),
  ]);
  const names = new Map(departments.map((each) => [each.id, each.name]));
  const rows = found
    .map((row) => ({ ...row, department: names.get(row.departmentId) ?? "" }))
    .toSorted((a, b) => (a.department < b.department ? -1 : 1));
  if (rows.length === 0) return [];
  const year = await openYearOf(db, businessDate(db.scope));
  const effects = new Map(
    (
      await budgetEffect(
        db,
        year?.id ?? newId(),
        rows.map((row) => row.accountStringId),
      )
    ).map((effect) => [effect.accountStringId, effect]),
  );
  return rows.map((row) => {
    const { code = "", fund = "", available = 0 } = effects.get(row.accountStringId) ?? {};
    return { ...row, code, fund, available };
  });
};

/** Who may approve by telephone; `now`: today, an order of whoever reads it. */
const approversOf = (db: Db, readerId: string | null): Promise<Approver[]> =>
  db.rows<Approver>(sql`
    select
      a.id, a.person_id, p.display_name as name, a.telephone, a.amount_limit, a.from_on, a.to_on,
      (
        a.from_on <= ${businessDate(db.scope)}::date
        and (a.to_on is null or a.to_on >= ${businessDate(db.scope)}::date)
        and a.person_id is distinct from ${readerId}::uuid
      ) as now
    from emergency_approver a
    join person p on p.id = a.person_id
    where a.org_id = ${db.scope.orgId} and a.ended_at is null
    order by p.display_name
  `);

/** All that the one screen shows: declarations in force, and what is prepared. */
export const readPreparation = async (db: Db, actor: Actor): Promise<Preparation> => {
  const [declarations, kits, accounts, approvers, term, ratify] = await Promise.all([
    db.rows<Preparation["declarations"][number]>(sql`
      select id, number, title, area, holds_until
      from local_declaration
      where org_id = ${db.scope.orgId}
        and status in ('declared', 'continued')
        and holds_until > ${businessNow(db.scope).toISOString()}::timestamptz
      order by declared_at desc
    `),
    kitsOf(db),
    accountsOf(db),
    approversOf(db, actor.personId),
    declarationTerm(db),
    ratificationTerm(db),
  ]);
  return {
    declarations,
    kits,
    accounts,
    approvers,
    ratifyHours: ratify.count,
    termDays: term.count,
    termCitation: term.citation,
  };
};

const told = (
  tx: Tx,
  actor: Actor,
  action: string,
  row: { id: string },
  number: string,
  before: object | null = null,
) => {
  const objectType = action.split(".")[0]!;
  note(tx, actor, objectType, row.id, {
    number,
    action,
    before,
    after: action.endsWith(".end") ? null : row,
  });
  return { id: row.id };
};

const requireKitContract = async (tx: Tx, input: KitInput): Promise<void> => {
  const c = await tx.maybe<{ number: string; status: string; endsOn: Day }>(sql`
    select number, status, ends_on
    from contract
    where org_id = ${tx.scope.orgId} and id = ${input.contractId}
  `);
  if (!c) throw invalidField("contractId", "This contract does not exist.");
  const why = notInForce(c, businessDate(tx.scope));
  if (why) throw invalidField("contractId", why, "contract_not_in_force");
  const wanted = input.lines.flatMap((line) => line.contractLineId ?? []);
  const found = await tx.rows<{ id: string }>(sql`
    select id
    from contract_line
    where org_id = ${tx.scope.orgId}
      and contract_id = ${input.contractId}
      and id = any(${wanted}::uuid[])
  `);
  const missing = input.lines.findIndex(
    (line) => line.contractLineId && !found.some((each) => each.id === line.contractLineId),
  );
  if (missing >= 0)
    throw invalidField(`lines.${missing}`, `This item is not a line of ${c.number}.`);
  await refuseUnknownCodes(
    tx,
    input.lines.map((line, at) => ({
      commodityCode: line.commodityCode ?? null,
      path: `lines.${at}`,
    })),
  );
};

const storeKitLines = (tx: Tx, actor: Actor, kitId: string, lines: KitInput["lines"]) =>
  insertRows(
    tx,
    emergencyKitLine,
    lines.map((line, at) => ({
      ...line,
      contractLineId: line.contractLineId ?? null,
      rateCode: line.rateCode ?? null,
      commodityCode: line.commodityCode || null,
      orgId: actor.orgId!,
      id: newId(),
      kitId,
      lineNo: at + 1,
    })),
  );

const refuseTaken = async (tx: Tx, name: string, id: string | null): Promise<void> => {
  const other = await tx.maybe(sql`
    select 1 as found
    from emergency_kit
    where org_id = ${tx.scope.orgId}
      and active
      and lower(name) = lower(${name})
      and id is distinct from ${id}::uuid
  `);
  if (other) throw invalidField("name", "Another kit has this name. Choose another one.");
};

/** Prepares a kit under a contract in force. 422 where the contract is not. */
export const addKit = async (tx: Tx, actor: Actor, input: KitInput): Promise<{ id: string }> => {
  await requireKitContract(tx, input);
  await refuseTaken(tx, input.name, null);
  const { lines, ...head } = input;
  const row = await insertRow(tx, emergencyKit, { ...head, orgId: actor.orgId!, id: newId() });
  await storeKitLines(tx, actor, row.id, lines);
  return told(tx, actor, "emergencyKit.add", { ...row, lines } as never, row.name);
};

/** Writes a kit over. Orders that went out keep what they ordered. */
export const changeKit = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: KitInput,
  version: number | null,
): Promise<{ id: string }> => {
  const before = await lockRow(tx, emergencyKit, id, "kit");
  requireVersion(before.version, version);
  if (!before.active) throw notFound("kit");
  await requireKitContract(tx, input);
  await refuseTaken(tx, input.name, id);
  const { lines, ...head } = input;
  await tx.rows(sql`
    delete from emergency_kit_line
    where org_id = ${tx.scope.orgId} and kit_id = ${id}
  `);
  await storeKitLines(tx, actor, id, lines);
  const row = await updateRow(tx, emergencyKit, id, head);
  return told(tx, actor, "emergencyKit.edit", { ...row, lines } as never, row.name, before);
};

/** Takes a kit out of use. */
export const endKit = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const before = await lockRow(tx, emergencyKit, id, "kit");
  await updateRow(tx, emergencyKit, id, { active: false });
  return told(tx, actor, "emergencyKit.end", { id }, before.name, before);
};

/** Says which account a department's emergency orders are charged to. */
export const setAccount = async (
  tx: Tx,
  actor: Actor,
  input: { departmentId: string; accountStringId: string },
): Promise<{ id: string }> => {
  await chargeable(tx, [{ id: input.accountStringId, path: "accountStringId" }]);
  const before = await tx.maybe<{ id: string }>(sql`
    select *
    from emergency_account
    where org_id = ${tx.scope.orgId} and department_id = ${input.departmentId}
    for update
  `);
  const row = before
    ? await updateRow(tx, emergencyAccount, before.id, input)
    : await insertRow(tx, emergencyAccount, { ...input, orgId: actor.orgId!, id: newId() });
  return told(tx, actor, "emergencyAccount.set", row, "Emergency account", before);
};

/** Takes a department's account off. */
export const endAccount = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const before = await lockRow(tx, emergencyAccount, id, "account");
  await tx.rows(sql`delete from emergency_account where org_id = ${tx.scope.orgId} and id = ${id}`);
  return told(tx, actor, "emergencyAccount.end", { id }, "Emergency account", before);
};

/** Enters somebody who may approve by telephone. 409 for a member who stands there already. */
export const addApprover = async (
  tx: Tx,
  actor: Actor,
  input: ApproverInput,
): Promise<{ id: string }> => {
  const member = await memberById(tx, input.personId);
  if (!member.active) throw invalidField("personId", "This person is not a member any more.");
  if (input.personId === actor.personId)
    throw invalidField("personId", "Another person enters you in this register.", "own_work");
  const entered = await tx.maybe(sql`
    select 1 as found
    from emergency_approver
    where org_id = ${tx.scope.orgId} and person_id = ${input.personId} and ended_at is null
  `);
  if (entered)
    throw conflict(
      "entered",
      `${member.name} stands in the register already. End that entry first.`,
    );
  const row = await insertRow(tx, emergencyApprover, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
  });
  return told(tx, actor, "emergencyApprover.add", row, member.name);
};

/** Ends an entry of the register; what was approved before stays. */
export const endApprover = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const before = await lockRow(tx, emergencyApprover, id, "entry");
  if (before.endedAt) throw conflict("over", "This entry was ended already.");
  await updateRow(tx, emergencyApprover, id, { endedAt: businessNow(tx.scope).toISOString() });
  return told(tx, actor, "emergencyApprover.end", { id }, "Approver by telephone", before);
};
