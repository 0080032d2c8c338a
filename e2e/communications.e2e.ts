// A manager writes a notice to staff by keyboard and cannot approve it; the administrator approves; it
// goes out; a receiver confirms it; a letter of a vendor is written by a template.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { press, status } from "./steps.ts";

const { enter } = crew();

test("a notice is written, approved by another person, sent and confirmed; a template becomes a letter", async () => {
  const writer = (await enter("manager")).page;
  await writer.goto(`${url}/communications/new`);
  await writer.getByLabel("Staff").check();
  await writer.getByText("Duties", { exact: true }).click();
  await writer.getByLabel("Receiver").check();
  await writer.getByLabel("Subject").fill("The yard is closed on Friday");
  await writer
    .getByLabel("Text", { exact: true })
    .fill("{{name}}, deliveries go to **Mill Road**.");
  await writer.getByLabel("Days to confirm").fill("3");
  await press(writer, "Save draft");
  await status(writer, "Draft");
  const place = writer.url();
  expect(await writer.getByText("addresses at this moment").count()).toBe(1);

  const approver = (await enter("admin")).page;
  await approver.goto(place);
  await press(approver, "Approve");
  const sure = approver.getByRole("dialog");
  if (await sure.isVisible().catch(() => false))
    await sure.getByRole("button", { name: "Approve" }).click();
  await status(approver, "Approved");
  await writer.reload();
  await press(writer, "Send now");
  const dialog = writer.getByRole("dialog");
  await dialog.getByText("cannot be taken back").waitFor();
  await dialog.getByRole("button", { name: "Send now" }).click();
  await status(writer, "Sent");

  const reader = (await enter("receiver")).page;
  await reader.goto(`${url}/communications`);
  const mine = reader
    .getByRole("listitem")
    .filter({ hasText: "The yard is closed on Friday" })
    .first();
  await mine.getByText("Mill Road").waitFor();
  await mine.getByRole("button", { name: "I have read this notice" }).click();
  await mine.getByText("You confirmed it").waitFor();
  await writer.getByRole("tab", { name: /Recipients/ }).click();
  await writer.getByText("Acknowledged").first().waitFor();

  await writer.goto(`${url}/vendor-directory?status=active`);
  await writer.getByRole("row").nth(2).getByRole("link").first().click();
  await writer.getByRole("tab", { name: "Documents" }).click();
  await press(writer, "Write a letter");
  const letter = writer.getByRole("dialog");
  await letter.getByText(/^Your certificate of insurance, /).waitFor();
  await letter.getByRole("button", { name: "Write it" }).click();
  await writer
    .getByText(/Your certificate of insurance.*\.pdf/)
    .first()
    .waitFor();
});
