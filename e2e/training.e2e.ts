// What is asked of people and what they are let do: a requirement reaches a new member, who fails and passes on a
// phone; an outside certificate is verified by another; a release waits for the qualified, or for an override.
// Letters before the end stand in certificate.service.test.ts; the lapse at midnight, by the database's clock, and the
// renewal that opens a release again in kept-work.service.test.ts; the seat of an evaluator in training.service.test.ts.
import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { beforeEach, expect, test } from "vitest";
import { toldCourses } from "#areas/training/demo/courses.data.ts";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { pdfText } from "./pdf-text.ts";
import { url } from "./people.ts";
import { enterNewcomer } from "./spec/identities.ts";
import { choose, get, press, send, status } from "./steps.ts";

// What is refused on purpose: verifying one's own, a release without the certificate.
const { come, join } = crew(/4(03|04|09|22)/);
let turn: string;
let requirement: string;
let title: string;
beforeEach(() => {
  turn = String(Date.now());
  requirement = `Buying for trainees ${turn}`;
  title = `Trainee ${turn}`;
});
const course = toldCourses.find(({ code }) => code === "BUY-101")!;
const dialogOf = (page: Page) => page.getByRole("dialog");
const confirm = (page: Page, label: string) =>
  dialogOf(page).getByRole("button", { name: label, exact: true }).click();
const gone = (page: Page) => dialogOf(page).waitFor({ state: "detached" });
type Found<T = { id: string }> = { items: T[] };

/** The officer asks everybody of a title for the course's certificate, and publishes it. */
const asksFor = async (officer: Page, known: string) => {
  await press(officer, "New requirement");
  const dialog = dialogOf(officer);
  await dialog.getByLabel("Requirement", { exact: true }).fill(requirement);
  await dialog.getByLabel("Code of the certificate").fill(course.code);
  await dialog.getByLabel("Titles").fill(title);
  await dialog.getByLabel("Days to meet it").fill("14");
  await press(officer, "Whom does it touch?");
  await dialog.getByText(`1 person: ${known}`).waitFor();
  await confirm(officer, "Save the draft");
  await gone(officer);
  await press(officer, `Actions for ${requirement} version 1`);
  await officer.getByRole("menuitem", { name: "Publish" }).click();
  await confirm(officer, "Publish");
  await gone(officer);
  await officer.getByText(`${requirement} (${course.code})`).waitFor();
};

type Member = { id: string; name: string; title: string };

/** Somebody whom an administrator invited under the title signs up on a phone and joins. */
const newMember = async (admin: Page, called: string): Promise<{ phone: Page; name: string }> => {
  const email = `${called}${turn}@people.test`;
  const invited = await send<{ id: string }>(admin, "POST", "/api/v1/invitations", {
    ...{ email, title, role: "user" },
  });
  const { page } = join(await enterNewcomer(email, { width: 390, theme: "dark" }));
  await page.goto(url);
  await send(page, "POST", `/api/v1/invitations/${invited.id}/actions/accept`, {});
  const { items } = await get<Found<Member>>(admin, `/api/v1/members?q=${called}${turn}`);
  return { phone: page, name: items[0]!.name };
};

const questionsOf = (phone: Page) =>
  phone.locator("fieldset").filter({ has: phone.locator("input[type=radio]") });

/** Opens the newest attempt, begins it and answers every question, rightly or not. */
const attempt = async (phone: Page, right: boolean) => {
  await phone.goto(`${url}/admin/training`);
  await phone.locator('main a[href*="/enrolments/"]').filter({ visible: true }).first().click();
  await press(phone, "Begin");
  await phone.getByRole("heading", { name: "Questions" }).waitFor();
  const asked = await questionsOf(phone).all();
  expect(asked).toHaveLength(course.asks!);
  for (const each of asked) {
    const legend = await each.locator("legend").textContent();
    const [, options, key] = course.questions!.find(([text]) => legend!.includes(text))!;
    const said = options[right ? key : (key + 1) % options.length]!;
    await each.getByLabel(said, { exact: true }).check();
  }
  if (right) expect(await looks(phone, "a quiz on a phone")).toEqual([]);
  await press(phone, "Submit");
};

/** What an answer of the server said about courses: nothing in it says what is right. */
const heardBy = (page: Page): Promise<string>[] => {
  const heard: Promise<string>[] = [];
  page.on("response", (answer) => {
    if (/enrolments|training-courses|course-questions/.test(answer.url()))
      heard.push(answer.text().catch(() => ""));
  });
  return heard;
};

/** The certificate of the agency: valid, on paper with a code, and answered for by the public page. */
const certified = async (phone: Page, name: string) => {
  await phone.getByRole("link", { name: "Open the certificate" }).click();
  await status(phone, "Valid");
  // Only the main button of a phone is outside of the menu: the paper.
  const [download] = await Promise.all([
    phone.waitForEvent("download", { timeout: 60_000 }),
    press(phone, "PDF"),
  ]);
  const text = await pdfText(readFileSync((await download.path())!));
  expect(text).toContain(name);
  expect(text).toContain(`has passed ${course.code}`);
  const code = /Code\s+([0-9A-Z]{4}(?:-[0-9A-Z]{1,4})+)/i.exec(text)![1]!;
  await phone.goto(`${url}/certifications-policies?code=${code}`);
  await phone.getByText(`${code} is valid today.`).waitFor();
};

test("a requirement reaches a new member, who fails, enrolls anew and passes on a phone", async () => {
  const officer = await come("training", "/admin/training?tab=requirements");
  const admin = await come("admin");
  const first = await newMember(admin, "wren");
  await asksFor(officer, first.name);
  // Whoever joins afterwards is followed in the same moment: asked, and enrolled.
  const { phone, name } = await newMember(admin, "robin");
  await phone.goto(`${url}/admin/training`);
  await phone.getByRole("heading", { name: "Asked of you" }).waitFor();
  await officer.reload();
  const share = officer.locator("details").filter({ hasText: requirement });
  await share.getByText("0 of 2 meet it").waitFor();
  await share.locator("summary").click();
  await share.getByRole("rowheader", { name }).waitFor();
  expect(await looks(officer, "requirements")).toEqual([]);
  expect(await looks(phone, "my courses on a phone")).toEqual([]);

  const heard = heardBy(phone);
  await attempt(phone, false);
  await status(phone, "Failed");
  await phone.goto(`${url}/admin/training`);
  await press(phone, `Enroll in ${requirement}`);
  await phone.getByText("Enrolled").first().waitFor();
  await attempt(phone, true);
  await status(phone, "Completed");
  const said = await Promise.all(heard);
  expect(said.length).toBeGreaterThan(6);
  expect(said.join("\n")).not.toMatch(/"right"\s*:/);
  await certified(phone, name);
  await officer.reload();
  await share.getByText("1 of 2 meet it").waitFor();
});

const card = {
  name: "cpr-card.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

test("an outside certificate is verified by another, never by its holder, whatever their rights", async () => {
  // A training officer may verify others': not what is their own.
  const holder = await come("training", "/admin/certifications/new", { width: 390 });
  await holder.getByLabel("Code", { exact: true }).fill(`CPR-${turn}`);
  await holder.getByLabel("Certificate", { exact: true }).fill(`Adult CPR and AED ${turn}`);
  await holder.getByLabel("Issued by").fill("American Red Cross");
  await holder.getByLabel("Valid from").fill(agencyDay(-3));
  await holder.getByLabel("Last day").fill(agencyDay(727));
  await holder.locator('input[type="file"]').first().setInputFiles(card);
  await holder.getByText(card.name).first().waitFor();
  await press(holder, "Enter it");
  await status(holder, "To be verified");
  expect(await looks(holder, "a certificate on a phone")).toEqual([]);
  const id = holder.url().split("/").at(-1)!;
  const path = `/api/v1/person-certificates/${id}`;
  await expect(send(holder, "POST", `${path}/actions/verify`, {})).rejects.toThrow(
    /It is your own: another person decides about it/,
  );
  const second = await come("manager", `/admin/certifications/${id}`);
  await second.getByRole("button", { name: card.name }).waitFor();
  await press(second, "Verify");
  await status(second, "Valid");
});

type Versioned = { id: string; version: number };
type Step = Versioned & { approvalId: string };

/** A payment run of one approved invoice, approved and waiting for its release. */
const runToRelease = async (ap: Page, manager: Page): Promise<string> => {
  const approve = async (path: string) => {
    const { version } = await get<Versioned>(ap, path);
    await send(ap, "POST", `${path}/actions/submit`, {}, version);
    const { approvalId } = await get<Step>(manager, path);
    await send(manager, "POST", `/api/v1/approvals/${approvalId}/actions/approve`, {});
  };
  const [vendors, accounts] = await Promise.all([
    get<Found>(ap, "/api/v1/vendors?paymentMethod=ach&status=active&limit=1"),
    get<Found>(ap, "/api/v1/account-strings?q=210-RDB-5340"),
  ]);
  const invoice = await send<Versioned>(ap, "POST", "/api/v1/invoices", {
    ...{ vendorId: vendors.items[0]!.id, kind: "invoice", vendorNumber: `T-${turn}` },
    invoiceDate: agencyDay(),
    lines: [
      {
        ...{ description: "Gravel", quantity: "1", unitPrice: "104.00" },
        accountStringId: accounts.items[0]!.id,
      },
    ],
  });
  await approve(`/api/v1/invoices/${invoice.id}`);
  const run = await send<Versioned>(ap, "POST", "/api/v1/payment-runs", {
    invoiceIds: [invoice.id],
  });
  await approve(`/api/v1/payment-runs/${run.id}`);
  return run.id;
};

/** Sets on the screen for whom releases are kept. */
const keeps = async (officer: Page, on: boolean) => {
  await officer.goto(`${url}/admin/training?tab=gates`);
  await press(officer, "Set Releasing payments");
  await dialogOf(officer).getByLabel("Kept for people with these certificates").setChecked(on);
  await dialogOf(officer)
    .getByLabel("Certificates")
    .last()
    .fill(on ? course.code : "");
  await dialogOf(officer).getByLabel("From", { exact: true }).fill(agencyDay());
  await dialogOf(officer).getByLabel("Why").fill("Whoever pays knows how it was bought");
  await confirm(officer, "Set it");
  await gone(officer);
};

/** What the treasurer is told on trying to release. */
const refused = async (treasurer: Page) => {
  await press(treasurer, "Release");
  await confirm(treasurer, "Release");
  await treasurer
    .getByText(
      new RegExp(
        `kept for the qualified: ${course.code}.*Next session of ${course.code}: .*, Courthouse, room 2`,
      ),
    )
    .first()
    .waitFor();
  await treasurer.keyboard.press("Escape");
};

type Override = { number: string; givenAt: string; until: string; status: string };

const overrides = "/api/v1/seat-overrides";
/** Ends what somebody was let do: other journeys find it as it was, and so does another attempt at this one. */
const endOverrides = async (manager: Page) => {
  const { items } = await get<Found>(manager, `${overrides}?seat=release&status=given&limit=50`);
  for (const { id } of items)
    await send(manager, "POST", `${overrides}/${id}/actions/withdraw`, { reason: "It is over" });
};

/** Somebody else lets the treasurer do it for 72 hours; it is listed, and opened. */
const lets = async (manager: Page, why: string) => {
  await manager.goto(`${url}/admin/training?tab=gates`);
  await press(manager, "Let somebody do it");
  await dialogOf(manager).getByLabel("Work", { exact: true }).selectOption("release");
  await choose(manager, "Person", "Teresa Brandt");
  await dialogOf(manager).getByLabel("Why it cannot wait").fill(why);
  await confirm(manager, "Let them");
  await gone(manager);
  const listed = await get<Found<Override>>(
    manager,
    `${overrides}?seat=release&sort=-givenAt&limit=1`,
  );
  const [made] = listed.items;
  expect(made!.status).toBe("given");
  expect(Date.parse(made!.until) - Date.parse(made!.givenAt)).toBe(72 * 3_600_000);
  await manager.getByRole("link", { name: made!.number }).first().click();
  await status(manager, "In force");
  await manager.getByText(why).first().waitFor();
};

test("a release is refused with the reason and the next session, let by another for 72 hours, refused again", async () => {
  const officer = await come("training");
  const { items } = await get<Found<{ definitionId: string; code: string; status: string }>>(
    officer,
    "/api/v1/training-courses",
  );
  await send(officer, "POST", "/api/v1/training-sessions", {
    courseId: items.find((one) => one.code === course.code)!.definitionId,
    ...{ place: "Courthouse, room 2", minutes: 60, seats: 12, teacher: "" },
    startsAt: new Date(Date.now() + 300_000).toISOString(),
  });
  const manager = await come("manager");
  await endOverrides(manager);
  const run = await runToRelease(await come("ap"), manager);
  await keeps(officer, true);
  expect(await looks(officer, "kept work")).toEqual([]);
  try {
    const treasurer = await come("treasurer", `/payments/runs/${run}`);
    await refused(treasurer);
    await lets(manager, `The run goes out today ${turn}`);
    expect(await looks(manager, "an override")).toEqual([]);
    await press(manager, "Withdraw");
    await dialogOf(manager).getByLabel("Reason").fill("It can wait for the session");
    await confirm(manager, "Withdraw");
    await status(manager, "Withdrawn");
    await refused(treasurer);
    await lets(manager, `The vendor's discount ends today ${turn}`);
    await press(treasurer, "Release");
    await confirm(treasurer, "Release");
    await status(treasurer, "Released");
  } finally {
    await endOverrides(manager);
    await keeps(officer, false);
  }
  await officer.getByText("Open to everybody who may do it").first().waitFor();
});
