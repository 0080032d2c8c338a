// Policies go from file to draft to force: what a definition's screen offers, on a desk and a phone.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { get, press, send } from "./steps.ts";

// The refused file is told by the browser's console as well.
const { come } = crew(/\b422\b/);
const path = "/api/v1/approval-policies";
type Version = {
  id: string;
  name: string;
  definitionId: string;
  versionNo: number;
  status: string;
};

test("a policy leaves as a file, comes back as a draft, is published by its check list and compared with its next version", async () => {
  const admin = await come("admin", "/approvals-inbox/policies");
  const name = `Weirs ${Date.now()}`;
  const body = {
    name,
    documentType: "requisition",
    priority: 910,
    condition: { amountMin: 900_000_00, amountBelow: 900_001_00 },
    steps: [
      { name: "Desk", stage: 1, mode: "any", approvers: [{ kind: "role", role: "manager" }] },
    ],
  };
  await send(admin, "POST", path, body);
  await admin.reload();
  await press(admin, `Actions for ${name} version 1`);
  const leaving = admin.waitForEvent("download");
  await admin.getByRole("menuitem", { name: "Export as a file" }).click();
  const saved = await (await leaving).path();
  const file = JSON.parse(readFileSync(saved, "utf8")) as { definition: object };

  await press(admin, "Import");
  const input = admin.getByRole("dialog").locator("input[type=file]");
  const give = (content: object) =>
    input.setInputFiles({
      name: "policy.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(content)),
    });
  await give({ ...file, definition: { ...file.definition, colour: "red" } });
  await admin.getByRole("alert").getByText("definition.colour").waitFor();
  expect(await looks(admin, "a refused file")).toEqual([]);
  await give({ ...file, definition: { ...file.definition, name: `${name} taken` } });
  await admin.getByRole("link", { name: `${name} taken` }).waitFor();

  await press(admin, `Publish ${name} taken`);
  await admin.getByRole("dialog").getByText("Everybody whom its steps name works here.").waitFor();
  expect(await looks(admin, "publishing")).toEqual([]);
  await admin.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await admin.getByRole("dialog").waitFor({ state: "detached" });
  const { items } = await get<{ items: Version[] }>(admin, path);
  const taken = items.find((each) => each.name === `${name} taken`)!;
  expect(taken).toMatchObject({ status: "published", versionNo: 1 });

  await send(admin, "POST", `${path}?nextVersionOf=${taken.definitionId}`, {
    ...body,
    name: `${name} taken`,
    priority: 911,
  });
  const phone = await come("admin", "/approvals-inbox/policies", { width: 390, theme: "light" });
  await press(phone, `Actions for ${name} taken version 2`);
  await phone.getByRole("menuitem", { name: "Versions and changes" }).click();
  const compared = phone.getByRole("region", { name: "Compare two versions" });
  await compared.getByText("Order:").waitFor();
  expect(await compared.locator("li").allInnerTexts()).toEqual(["Order: 910 → 911"]);
  expect(await looks(phone, "the versions of a policy")).toEqual([]);
  await compared.getByLabel("To").selectOption(taken.id);
  await compared.getByText("Choose two versions.").waitFor();
});
