import type { Actor } from "#kernel/access.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { accountFacts, accountStringsOf } from "#areas/budget/budget.server.ts";
import { carverDepartments } from "#areas/identity/identity.public.ts";
import type { Tx } from "#server/db/db.ts";
import { locationInput } from "../location/location.model.ts";
import { enterLocation } from "../location/location.service.ts";
import { movementInput } from "../movement/movement.model.ts";
import { postMovement } from "../movement/post.service.ts";
import { demoCounter, demoItems } from "./inventory.data.ts";

type Named = ReadonlyMap<string, string>;

/** The supply counter, which is charged as it is issued: what lay there, and what two departments took. */
export const seedCounter = async (
  tx: Tx,
  actor: Actor,
  { items, rooms, today }: { items: Named; rooms: Named; today: Day },
): Promise<void> => {
  const { code, name, within, line, item, quantity, issues } = demoCounter;
  const [stores, ...lines] = await accountStringsOf(tx, [line, ...issues.map((one) => one.line)]);
  const input = { code, name, parentId: rooms.get(within), chargeAt: "issue" };
  const room = await enterLocation(
    tx,
    actor,
    locationInput.parse({ ...input, chargeAccountId: stores }),
  );
  const itemId = items.get(item);
  const { unitCents } = demoItems.find((one) => one.name === item)!;
  const { fundId } = (await accountFacts(tx, [stores!])).get(stores!)!;
  const opening = movementInput.parse({
    kind: "adjust",
    movedOn: addDays(today, -30),
    reason: "Opening balance of the counter.",
    lines: [
      {
        ...{ itemId, toLocationId: room.id, fundId, quantity },
        valueCents: Number(quantity) * unitCents,
      },
    ],
  });
  await postMovement(tx, actor, { ...opening, opening: true });
  for (const [at, { days, department, quantity: taken }] of issues.entries())
    await postMovement(
      tx,
      actor,
      movementInput.parse({
        kind: "issue",
        movedOn: addDays(today, -days),
        consumer: {
          type: "department",
          id: carverDepartments.find((one) => one.code === department)!.id,
        },
        accountStringId: lines[at],
        lines: [{ itemId, fromLocationId: room.id, quantity: taken }],
      }),
    );
};
