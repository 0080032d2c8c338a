import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { counted } from "#kernel/words.ts";
import type { Duty } from "#roles.ts";
import { requestWork, workOrderInput } from "#areas/assets/assets.server.ts";
import { quarantineAt } from "#areas/inventory/inventory.server.ts";
import { markShipment } from "#areas/logistics/logistics.server.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { giveTask } from "#areas/workflow/workflow.server.ts";
import { dayIn } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import type { DeviceStored } from "../device/device.noun.ts";
import { postOn } from "../device/post.service.ts";
import type { Caused, RuleRow } from "./alarm.model.ts";
import type { AlarmStored } from "./alarm.noun.ts";

type Post = NonNullable<Awaited<ReturnType<typeof postOn>>>;
type Of = { device: DeviceStored; rule: RuleRow; alarm: AlarmStored; post: Post | null };
type Consequence = (tx: Tx, actor: Actor, of: Of) => Promise<Caused[]>;

const linkOf = ({ id }: AlarmStored): string => `/iot/alarms/${id}`;
const said = ({ device, alarm }: Of): string => `${device.name}: ${alarm.title}`;

const tell: Consequence = async (tx, _actor, of) => {
  const people = await peopleOnDuty(tx, of.rule.tells.duty as Duty);
  notify(tx, people, {
    kind: "device.alarm",
    title: said(of),
    body: of.post?.label ?? "",
    link: linkOf(of.alarm),
  });
  return [{ text: `${counted(people.length, "person", "people")} told`, type: "", id: null }];
};

const task: Consequence = async (tx, actor, of) => {
  const [personId] = await peopleOnDuty(tx, of.rule.tells.duty as Duty);
  if (!personId) return [{ text: "No task: nobody holds the duty", type: "", id: null }];
  await giveTask(tx, actor, {
    ...{ personId, kind: "follow_up", title: `Look at ${said(of)}`.slice(0, 200) },
    ...{ detail: of.post?.label ?? "", link: linkOf(of.alarm), dueAt: null },
  });
  return [{ text: "A task was given", type: "", id: null }];
};

const work: Consequence = async (tx, actor, of) => {
  const row = await requestWork(
    tx,
    actor,
    workOrderInput.parse({
      title: said(of).slice(0, 200),
      description: `Asked by alarm ${of.alarm.number} of ${of.device.number}.`,
      priority: of.rule.severity,
      assetId: of.post?.assetId ?? null,
      placeId: of.post?.placeId ?? null,
    }),
    {},
    [{ type: "deviceAlarm", id: of.alarm.id }],
  );
  return [{ text: `Work was asked for: ${row.number}`, type: "workOrder", id: row.id }];
};

const quarantine: Consequence = async (tx, actor, of) => {
  if (!of.post?.locationId)
    return [{ text: "No lot stopped: it stands at no stock location", type: "", id: null }];
  const lots = await quarantineAt(
    tx,
    actor,
    of.post.locationId,
    `${of.alarm.number}: ${said(of)}`.slice(0, 300),
  );
  if (lots.length === 0) return [{ text: "No lot lay there", type: "", id: null }];
  return lots.map(({ id, code, item }) => ({
    text: `Lot ${code} of ${item} in quarantine`,
    type: "stockLot",
    id,
  }));
};

const mark: Consequence = async (tx, actor, of) => {
  if (!of.post?.shipNoticeId)
    return [{ text: "No shipment marked: it goes with none", type: "", id: null }];
  await markShipment(tx, actor, of.post.shipNoticeId, { at: of.alarm.beganAt, why: said(of) });
  return [
    { text: `Shipment ${of.post.label} is marked`, type: "shipNotice", id: of.post.shipNoticeId },
  ];
};

// What cannot be done is said at the alarm, and holds up neither it nor the others.
const attempt = async (
  what: Consequence,
  tx: Tx,
  actor: Actor,
  of: Of,
): Promise<readonly Caused[]> => {
  try {
    return await what(tx, actor, of);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [{ text: `Not done: ${error.message}`, type: "", id: null }];
  }
};

/** Does what a rule causes, and gives it in words. `actor` is the system. */
export const causeAll = async (tx: Tx, actor: Actor, of: Omit<Of, "post">): Promise<Caused[]> => {
  const { tells } = of.rule;
  const post = await postOn(tx, of.device.id, dayIn(tx.scope, of.alarm.beganAt));
  const asked: [boolean, Consequence][] = [
    [tells.quarantine, quarantine],
    [tells.shipment, mark],
    [tells.work, work],
    [tells.task, task],
    [tells.duty !== "", tell],
  ];
  const caused: Caused[] = [];
  for (const [wanted, what] of asked)
    if (wanted) caused.push(...(await attempt(what, tx, actor, { ...of, post })));
  return caused;
};
