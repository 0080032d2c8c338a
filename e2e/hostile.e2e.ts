import { afterAll, expect, test } from "vitest";
import { closeBrowser, signIn, stranger, url } from "./people.ts";

afterAll(closeBrowser);

const payloads = [
  `<img src=x onerror="window.__hit=1">`,
  `"><script>window.__hit=1</script>`,
  `javascript:window.__hit=1`,
  `{{constructor.constructor('window.__hit=1')()}}`,
  `=HYPERLINK("http://evil.test","x")`,
];

test("texts that are code stay texts: on every screen that shows them, and in exports", async () => {
  const { page, context, faults } = await signIn("user");
  const { access_token: token } = await page.evaluate(
    () => JSON.parse(localStorage.getItem("levee.session")!) as { access_token: string },
  );
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const get = async <T>(path: string): Promise<T> =>
    (await fetch(`${url}${path}`, { headers })).json() as Promise<T>;
  const [departments, accounts] = [
    await get<{ items: { id: string }[] }>("/api/v1/departments"),
    await get<{ items: { id: string }[] }>("/api/v1/account-strings"),
  ];
  const ids: string[] = [];
  for (const text of payloads) {
    const answer = await fetch(`${url}/api/v1/requisitions`, {
      method: "POST",
      headers,
      body: JSON.stringify({
        title: text,
        justification: text,
        deliverTo: text,
        departmentId: departments.items[0]!.id,
        neededOn: "2031-01-01",
        lines: [
          {
            description: text,
            unit: "each",
            quantity: "1",
            unitPrice: "1",
            splits: [{ accountStringId: accounts.items[0]!.id }],
          },
        ],
      }),
    });
    const made = (await answer.json()) as { id: string };
    expect(answer.status, JSON.stringify(made)).toBe(201);
    ids.push(made.id);
  }
  let dialogs = 0;
  page.on("dialog", (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  for (const path of [
    "/smart-requisition?mine=true",
    "/ai-procurement",
    "/dashboard",
    ...ids.map((id) => `/smart-requisition/${id}`),
    ...ids.map((id) => `/smart-requisition/${id}?tab=history`),
  ]) {
    await page.goto(`${url}${path}`);
    await page.locator("main h1").first().waitFor();
    await page.waitForFunction(() => !document.querySelector(".skeleton"));
    expect(
      await page.evaluate(() => (window as unknown as { __hit?: number }).__hit),
      path,
    ).toBeUndefined();
  }
  expect(dialogs).toBe(0);
  expect(faults).toEqual([]);
  const csv = await (
    await fetch(`${url}/api/v1/requisitions/export?format=csv&mine=true`, { headers })
  ).text();
  expect(csv).toContain("'=HYPERLINK");
  expect(csv).not.toMatch(/(^|,|")=HYPERLINK/m);
  await context.close();
});

test("pages carry a policy without unsafe parts; files never open in our origin; a ticket serves once, one address, one person", async () => {
  const answer = await fetch(`${url}/dashboard`);
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toMatch(/'unsafe-inline'|'unsafe-eval'|\*/);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  const { page, context } = await signIn("ap");
  const { access_token: token } = await page.evaluate(
    () => JSON.parse(localStorage.getItem("levee.session")!) as { access_token: string },
  );
  const headers = { authorization: `Bearer ${token}` };
  const upload = async (name: string, text: string) => {
    const form = new FormData();
    form.set("file", new Blob([text]), name);
    return fetch(`${url}/api/v1/files`, { method: "POST", headers, body: form });
  };
  expect((await upload("page.html", "<!doctype html><script>alert(1)</script>")).status).toBe(422);
  expect((await upload("picture.png", "<svg onload=alert(1)>")).status).toBe(422);
  const stored = (await (await upload("note.txt", "A note")).json()) as { id: string };
  const ticketOf = async (path: string) =>
    (
      (await (
        await fetch(`${url}/api/v1/download-tickets`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify({ path }),
        })
      ).json()) as { url: string }
    ).url;
  const ticket = await ticketOf(`/api/v1/files/${stored.id}`);
  const first = await fetch(`${url}${ticket}`);
  expect([
    first.status,
    first.headers.get("content-disposition")?.startsWith("attachment"),
    await first.text(),
  ]).toEqual([200, true, "A note"]);
  expect((await fetch(`${url}${ticket}`)).status).toBe(401);
  const other = new URL(`${url}${await ticketOf("/api/v1/me")}`);
  expect(
    (await fetch(`${url}/api/v1/files/${stored.id}?ticket=${other.searchParams.get("ticket")}`))
      .status,
  ).toBe(401);
  await context.close();
  const visitor = await stranger();
  await visitor.page.goto(`${url}/auth?next=//evil.test`);
  expect(new URL(visitor.page.url()).host).toBe(new URL(url).host);
  await visitor.context.close();
});
