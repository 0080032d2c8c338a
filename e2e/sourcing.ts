// What buyers do before a solicitation, as steps of journeys.
import type { Page } from "playwright";
import { agencyDay } from "#server/testing/days.ts";
import { url } from "./people.ts";
import { get, press, send } from "./steps.ts";

/** A day and time of the agency's clock, as a field of that kind takes it. */
export const wall = (days: number) => `${agencyDay(days)}T16:00`;

type Asked = {
  title: string;
  account: string;
  lines: { description: string; quantity: string; unit: string; unitPrice: string }[];
};
/**
 * An approved requisition; the manager decides in the inbox, the budget officer behind him where
 * the amount asks for it.
 */
export const approvedRequisition = async (
  asker: Page,
  manager: Page,
  budget: Page | null,
  { account: code, ...asked }: Asked,
): Promise<void> => {
  const { items: departments } = await get<{ items: { id: string; code: string }[] }>(
    asker,
    "/api/v1/departments",
  );
  const account = (
    await get<{ items: { id: string }[] }>(asker, `/api/v1/account-strings?q=${code}`)
  ).items[0]!;
  const made = await send<{ id: string }>(asker, "POST", "/api/v1/requisitions", {
    justification: "The flood took what we had.",
    departmentId: departments.find((d) => d.code === "UTL")!.id,
    neededOn: agencyDay(90),
    deliverTo: "Utilities shop",
    ...asked,
    lines: asked.lines.map((line) => ({ ...line, splits: [{ accountStringId: account.id }] })),
  });
  const { version } = await get<{ version: number }>(asker, `/api/v1/requisitions/${made.id}`);
  await send(asker, "POST", `/api/v1/requisitions/${made.id}/actions/submit`, {}, version);
  const { number, approvalId } = await get<{ number: string; approvalId: string }>(
    asker,
    `/api/v1/requisitions/${made.id}`,
  );
  await manager.goto(`${url}/approvals-inbox`);
  await press(manager, `Approve ${number}`);
  await manager
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await manager.getByRole("button", { name: `Approve ${number}` }).waitFor({ state: "detached" });
  if (budget)
    await send(budget, "POST", `/api/v1/approvals/${approvalId}/actions/approve`, { comment: "" });
};

/** Takes the open lines of an approved requisition into the builder. */
export const takeLines = async (buyer: Page, title: string): Promise<void> => {
  await press(buyer, "From a requisition");
  await buyer.locator("#field-requisitionPick").click();
  await buyer.getByPlaceholder("Type to search").fill(title);
  await buyer.locator("[cmdk-item]").filter({ hasText: title }).first().click();
  await buyer.getByRole("dialog").waitFor({ state: "detached" });
  // What the requisition says to the agency is not told to the public: the summary is written.
  await buyer.getByLabel("In one paragraph").fill(`The county buys: ${title}.`);
};
