// The lift station's application, which its contractor sent: the inspector confirms it on a phone, the
// engineer certifies less of a line, and its invoice waits for approvers. By axe in both themes.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { get, press, status } from "./steps.ts";

const { come } = crew();

type Listed = { items: { id: string; number: string }[] };
type Read = { status: string; invoice: { id: string; number: string } | null };

test("the inspector confirms an application on a phone, the engineer certifies less, and an invoice follows", async () => {
  const inspector = await come("inspector", "/projects/pay?status=submitted", { width: 390 });
  await inspector.getByText("waits to be certified").first().waitFor();
  expect(await looks(inspector, "pay applications on a phone")).toEqual([]);
  const { items } = await get<Listed>(
    inspector,
    "/api/v1/pay-applications?status=submitted&q=Lift station",
  );
  const { id } = items[0]!;
  await inspector.goto(`${url}/projects/pay/${id}`);
  await inspector.getByText("Not confirmed yet").waitFor();
  expect(await looks(inspector, "an application on a phone")).toEqual([]);
  await press(inspector, "Confirm quantities");
  await inspector.getByText(/Confirmed by/).waitFor();

  const engineer = await come("engineer", `/projects/pay/${id}`);
  await press(engineer, "Certify");
  const dialog = engineer.getByRole("dialog");
  await dialog.getByLabel(/1 Pumps/).fill("10");
  await dialog.getByLabel("Why less").first().fill("Panel B is not wired");
  expect(await looks(engineer, "certifying")).toEqual([]);
  await dialog.getByRole("button", { name: "Certify" }).click();
  await status(engineer, "Certified");
  await engineer.getByText("Panel B is not wired").first().waitFor();
  expect(await looks(engineer, "a certified application")).toEqual([]);
  const read = await get<Read>(engineer, `/api/v1/pay-applications/${id}`);
  expect(read.status).toBe("certified");
  await engineer.getByRole("link", { name: new RegExp(read.invoice!.number) }).waitFor();
});
