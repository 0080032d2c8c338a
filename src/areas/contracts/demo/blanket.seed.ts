import { Problem } from "#kernel/errors.ts";
import { utcDay } from "#kernel/time.ts";
import {
  createOrder,
  decideFor,
  departmentId,
  issueOrder,
  later,
  orderInput,
  submitOrder,
  type Story,
} from "#areas/procurement/procurement.server.ts";
import type { DemoContract } from "./contracts.data.ts";

type Placed = { title: string; description: string; dollars: number; at: Date };
type Under = { contractId: string | null; blanketId: string | null; endsOn: string | null };

const dayOf = (at: Date): string => utcDay(at);

const place = async (
  story: Story,
  c: DemoContract,
  vendorId: string,
  { title, description, dollars, at }: Placed,
  under: Under,
): Promise<string> => {
  const [first, last] = [later(at, 0).toISOString(), later(at, 1).toISOString()];
  const made = await story.as("buyer", first, (tx, actor) =>
    createOrder(
      tx,
      actor,
      orderInput.parse({
        title,
        vendorId,
        departmentId: departmentId(c.department),
        deliverTo: "County yard, 400 Mill Street",
        ...under,
        lines: [
          {
            description,
            commodityCode: null,
            quantity: "1",
            unit: "lot",
            unitPrice: dollars.toFixed(2),
            splits: [{ accountStringId: story.accountFor(c.department, c.account, false).id }],
          },
        ],
      }),
    ),
  );
  await story.as("buyer", first, (tx, actor) =>
    submitOrder(tx, actor, { id: made.id, version: null }),
  );
  await decideFor(story, made.id, last, "approve");
  await story.as("buyer", last, (tx, actor) =>
    issueOrder(tx, actor, { id: made.id, version: null }, story.app.config.origin),
  );
  return made.id;
};

/**
 * A blanket order for the season under a contract, with two releases. Where no policy or no money
 * allows it the story goes on without.
 */
export const seedBlanket = async (
  story: Story,
  c: DemoContract,
  contractId: string,
  vendorId: string,
  now: Date,
): Promise<void> => {
  try {
    const blanketId = await place(
      story,
      c,
      vendorId,
      {
        title: `${c.title}: blanket order`,
        description: "De-icing salt as it is called for",
        dollars: 12_000,
        at: later(now, -18),
      },
      { contractId, blanketId: null, endsOn: dayOf(later(now, 60)) },
    );
    for (const [days, dollars, shed] of [
      [-12, 3_250, "north shed"],
      [-5, 2_900, "south shed"],
    ] as const)
      await place(
        story,
        c,
        vendorId,
        {
          title: `Salt for the ${shed}`,
          description: `De-icing salt, ${shed}`,
          dollars,
          at: later(now, days),
        },
        { contractId: null, blanketId, endsOn: null },
      );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
};
