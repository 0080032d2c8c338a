// A round of a negotiation: counsel decides what waits, the buyer sends the next round, the vendor
// answers it on a phone; every changed word is listed for the buyer.
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { get, press } from "./steps.ts";

// The vendor sends a document with macros, which is refused.
const { come, enter } = crew(/422/);

type Items<T> = { items: T[] };

test("counsel decides, the next round goes out, the vendor answers on a phone, the buyer reads every changed word", async () => {
  const counsel = await come("counsel");
  const found = await get<Items<{ id: string }>>(counsel, "/api/v1/contracts?q=Gravel%20hauling");
  const tab = `${url}/contracts/${found.items[0]!.id}?tab=negotiation`;

  await counsel.goto(tab);
  await press(counsel, "Decide");
  const decision = counsel.getByRole("dialog");
  await decision.getByRole("radio", { name: "Our text stays" }).check();
  await decision.getByLabel(/^Why/).fill("The county stays with its text.");
  await press(counsel, "Decide");
  await decision.waitFor({ state: "detached" });
  await counsel.getByText("Settled", { exact: true }).first().waitFor();

  const buyer = await come("buyer");
  await buyer.goto(tab);
  await press(buyer, /^Send round \d/);
  await buyer.getByLabel("Answer by").fill(agencyDay(9));
  await buyer.getByLabel(/^Message/).fill("Our last word.");
  await buyer.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click();
  await buyer.getByText("With the vendor", { exact: true }).first().waitFor();

  const { page: vendor } = await enter("vendor1", { width: 390 });
  await vendor.goto(`${url}/vendor-portal`);
  await vendor
    .getByRole("link", { name: /^Answer round/ })
    .first()
    .click();
  const accepts = vendor.getByRole("radio", { name: "I accept it" });
  await accepts.first().waitFor();
  for (const each of await accepts.all()) await each.check();
  await vendor.getByRole("radio", { name: "I propose another text" }).last().check();
  const text = vendor.getByLabel(/^The text that you propose/).last();
  await text.fill((await text.inputValue()).replace("$1,500,000", "$700,000"));
  await vendor.locator('input[type="file"]').setInputFiles({
    name: "answer.docx",
    mimeType: "application/zip",
    buffer: Buffer.from("PK\u0003\u0004 word/vbaProject.bin"),
  });
  await vendor.getByText("This document holds macros.").waitFor();
  await press(vendor, "Send the answer");
  await vendor.getByText("You answered.").waitFor();

  await buyer.goto(tab);
  const change = buyer.getByRole("list", { name: "Changes in Insurance" });
  await change.waitFor();
  expect(await change.innerText()).toMatch(/Amount or number:[^]*\$1,500,000 → \$700,000/);
});
