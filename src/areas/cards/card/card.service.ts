import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { editRefusal } from "#kernel/lifecycle.ts";
import { chargeable } from "#areas/budget/budget.server.ts";
import { memberById, notify } from "#areas/organization/organization.server.ts";
import { vendorsNamed } from "#areas/vendors/vendors.server.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { runList } from "#server/http/list-page.ts";
import { actionsAsked, transition, type TakenStep } from "#server/lifecycle.ts";
import { purchaseCard } from "../cards.tables.ts";
import { cardCycleOfLife, type CardAction } from "./card.labels.ts";
import { cardList } from "./card.list.ts";
import type { CardChange, CardDetail, CardInput, CardRow } from "./card.model.ts";
import { cardNoun, type CardStored } from "./card.noun.ts";
import { groupsInForce } from "./group.service.ts";

type People = { holderId: string; administratorId: string; approverId: string };

// Three people: nobody keeps or approves for the card that they hold, nor approves for one that they keep.
const refuseOneHand = ({ holderId, administratorId, approverId }: People): void => {
  if (administratorId === holderId)
    throw invalidField(
      "administratorId",
      "Whoever holds a card does not keep it. Choose another administrator.",
      "administers_own_card",
    );
  if (approverId === holderId)
    throw invalidField(
      "approverId",
      "Whoever holds a card does not approve its lines. Choose another approver.",
      "approves_own_card",
    );
  if (approverId === administratorId)
    throw invalidField(
      "approverId",
      "Whoever keeps a card does not approve its lines. Choose another approver.",
      "approves_kept_card",
    );
};

const member = async (db: Db, path: string, id: string) => {
  const found = await memberById(db, id);
  if (!found.active)
    throw invalidField(path, `${found.name} is no active member.`, "member_inactive");
  return found;
};

const namesOf = async (tx: Tx, of: People) => {
  refuseOneHand(of);
  const administrator = await member(tx, "administratorId", of.administratorId);
  const approver = await member(tx, "approverId", of.approverId);
  return { administratorName: administrator.name, approverName: approver.name };
};

const refusePast = (tx: Tx, { endsOn }: Pick<CardInput, "endsOn">): void => {
  if (endsOn !== null && endsOn < businessDate(tx.scope))
    throw invalidField("endsOn", "This day is over. Close the card instead.", "card_over");
};

const requireGroups = async (tx: Tx, groups: readonly string[]): Promise<void> => {
  const known = new Set((await groupsInForce(tx)).map(({ definitionId }) => definitionId));
  if (groups.some((id) => !known.has(id)))
    throw invalidField("groups", "Choose among the category groups in force.", "group_unknown");
};

const accountOf = async (tx: Tx, id: string): Promise<string> =>
  (await chargeable(tx, [{ id, path: "accountStringId" }])).get(id.toLowerCase())!.code;

type Holder = Awaited<ReturnType<typeof memberById>>;
const departmentOf = (holder: Holder): { departmentId: string; departmentName: string } => {
  if (!holder.departmentId)
    throw invalidField(
      "holderId",
      `${holder.name} has no department. An administrator sets it under Team.`,
      "holder_without_department",
    );
  return { departmentId: holder.departmentId, departmentName: holder.departmentName ?? "" };
};

/**
 * Enters a card by its last four digits. 404 for people who are no members; 422 with the path:
 * `administers_own_card`, `approves_own_card`, `approves_kept_card`, `member_inactive`,
 * `holder_without_department`, `bank_unknown`, `group_unknown`, `card_over`.
 */
export const addCard = async (tx: Tx, actor: Actor, input: CardInput): Promise<CardStored> => {
  const names = await namesOf(tx, input);
  refusePast(tx, input);
  const holder = await member(tx, "holderId", input.holderId);
  const department = departmentOf(holder);
  const bankName = (await vendorsNamed(tx, [input.bankId])).get(input.bankId);
  if (!bankName)
    throw invalidField("bankId", "Choose a bank among the agency's vendors.", "bank_unknown");
  await requireGroups(tx, input.groups);
  const accountCode = await accountOf(tx, input.accountStringId);
  return create(tx, actor, cardNoun, {
    number: { kind: "CRD" },
    row: {
      ...{ ...input, ...names, ...department, bankName, accountCode },
      ...{ id: newId(), orgId: tx.scope.orgId!, holderName: holder.name },
      createdBy: actor.personId,
    },
  });
};

/** Changes limits, groups, account, end or people of a card. 404, 409, 412, 422 as where it is entered. */
export const changeCard = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: CardChange,
  version: number | null,
): Promise<CardStored> =>
  change(tx, actor, cardNoun, {
    ...{ id, version },
    effect: async (row) => {
      const names = await namesOf(tx, { ...input, holderId: row.holderId });
      if (input.endsOn !== row.endsOn) refusePast(tx, input);
      await requireGroups(tx, input.groups);
      const accountCode = await accountOf(tx, input.accountStringId);
      return { patch: { ...input, ...names, accountCode } };
    },
  });

/** Suspends, gives back or closes a card, with the reason; its holder is told. 403, 404, 409, 412, 422. */
export const moveCard = async (
  tx: Tx,
  actor: Actor,
  action: CardAction,
  at: TakenStep,
): Promise<CardStored> => {
  const row = await transition(tx, actor, cardNoun, {
    ...at,
    action,
    effect: () =>
      Promise.resolve({
        patch: { statusReason: action === "resume" ? "" : (at.reason?.trim() ?? "") },
      }),
  });
  const says = { suspend: "is suspended", resume: "is given back to you", close: "is closed" };
  notify(tx, [row.holderId], {
    kind: `purchaseCard.${action}`,
    title: `Your card ending in ${row.lastFour} ${says[action]}`,
    body: at.reason?.trim() ?? "",
    link: `/payments/cards/${row.id}`,
  });
  return row;
};

/** A card with what may be done of it. 404. */
export const readCard = async (db: Db, actor: Actor, id: string): Promise<CardDetail> => {
  const row = await getRow(db, purchaseCard, id, "card");
  const [{ items }, groups, actions] = await Promise.all([
    runList<CardRow>(db, actor, cardList, { id: [id], limit: 1 }),
    groupsInForce(db),
    actionsAsked(db, actor, cardNoun, row),
  ]);
  const { bankId, holderId, administratorId, approverId, accountStringId, statusReason } = row;
  return {
    ...items[0]!,
    ...{ bankId, holderId, administratorId, approverId, accountStringId, statusReason },
    groups: row.groups,
    groupNames: groups
      .filter(({ definitionId }) => row.groups.includes(definitionId))
      .map(({ name }) => name),
    canEdit: editRefusal(cardCycleOfLife.edit!, row, actor) === null,
    actions,
  };
};
