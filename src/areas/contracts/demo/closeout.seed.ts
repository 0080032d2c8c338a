import type { Story } from "#areas/procurement/procurement.server.ts";
import { proveItem, readCloseout } from "../closeout/closeout.service.ts";

const said = {
  evaluation: "On time, complete, one carton replaced at once. Would buy there again.",
  retention: "Kept in the records room with the election files of that year.",
} as const;

/** Proves what a person proves of a contract's closeout; whoever closes it is somebody else. */
export const proveAll = async (story: Story, contractId: string, at: string): Promise<void> => {
  await story.as("buyer", at, async (tx, actor) => {
    const { items, retainAtLeast } = await readCloseout(tx, actor, contractId);
    for (const { id, version, proof } of items.filter((item) => item.canProve))
      await proveItem(
        tx,
        actor,
        { contractId, id, version },
        {
          evidence: said[proof as keyof typeof said] ?? "Looked at on site.",
          retainUntil: retainAtLeast,
        },
      );
  });
};
