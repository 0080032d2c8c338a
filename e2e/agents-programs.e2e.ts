// A program of a member over the Model Context Protocol, with the protocol's own client: an administrator lets it in,
// a buyer connects it, it reads and proposes, the buyer accepts, and its connection ends at once.
// Who may read and propose what stands in src/areas/agents/connection.service.test.ts.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from "@modelcontextprotocol/client";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { get, press } from "./steps.ts";

const { come } = crew();
type List<T> = { items: T[] };
type Order = { id: string; number: string; promisedOn: string | null; revision: number };

/** Where the program takes its answer, as a program on one's own machine does. */
let desk: Server;
let redirectUrl: string;
let answered: (query: URLSearchParams) => void;
beforeAll(async () => {
  desk = createServer((request, reply) => {
    const asked = new URL(request.url!, "http://127.0.0.1");
    if (asked.pathname === "/answer") answered(asked.searchParams);
    reply.setHeader("content-type", "text/html");
    reply.end('<link rel="icon" href="data:,"><main><h1>Connected</h1></main>');
  });
  await new Promise<void>((done) => desk.listen(0, "127.0.0.1", done));
  redirectUrl = `http://127.0.0.1:${(desk.address() as AddressInfo).port}/answer`;
});
afterAll(() => desk.close());

/** What the program keeps: its id, its tokens, and where it sends its member. */
const keeping = (clientId: string, member: Page): OAuthClientProvider => {
  let [tokens, verifier]: [Awaited<ReturnType<OAuthClientProvider["tokens"]>>, string] = [
    undefined,
    "",
  ];
  return {
    redirectUrl,
    clientMetadata: {
      ...{ client_name: "Desk helper", redirect_uris: [redirectUrl], scope: "read propose" },
      token_endpoint_auth_method: "none",
    },
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
    redirectToAuthorization: async (to) => void (await member.goto(to.href)),
  };
};
const transportOf = (authProvider: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider });

/** An administrator lets the program in; the id by which it is known. */
const letIn = async (): Promise<string> => {
  const admin = await come("admin", "/ai-agent-platform?tab=clients");
  await press(admin, "Let a program in");
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("What it is called").fill("Desk helper");
  await dialog.getByLabel("Where it takes its answer, an address a line").fill(redirectUrl);
  await dialog.getByLabel("Procurement", { exact: true }).check();
  await dialog.getByRole("button", { name: "Let it in" }).click();
  await dialog.waitFor({ state: "detached" });
  const card = admin.locator("li", { hasText: "Desk helper" });
  expect(await looks(admin, "programs that members may connect")).toEqual([]);
  return (await card.locator("code").first().innerText()).trim();
};

/** The buyer is asked in the browser, and connects it. */
const connect = async (client: Client, keeps: OAuthClientProvider, buyer: Page): Promise<void> => {
  const code = new Promise<URLSearchParams>((done) => (answered = done));
  const first = transportOf(keeps);
  await expect(client.connect(first)).rejects.toThrow(UnauthorizedError);
  await buyer.getByRole("heading", { name: "Connect Desk helper?" }).waitFor();
  expect(await looks(buyer, "a program asks to be connected")).toEqual([]);
  await press(buyer, "Connect");
  await buyer.getByRole("heading", { name: "Connected" }).waitFor();
  await first.finishAuth(await code);
  await client.connect(transportOf(keeps));
};

const call = async <T>(client: Client, name: string, input: object = {}): Promise<T> => {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } });
  const [said] = content as { text: string }[];
  if (isError) throw new Error(said!.text);
  return JSON.parse(said!.text) as T;
};

test("a program reads in a buyer's name and proposes; the buyer accepts; ended, it reads nothing more", async () => {
  const clientId = await letIn();
  const buyer = await come("buyer", "/purchase-orders");
  const client = new Client({ name: "desk-helper", version: "1" });
  await connect(client, keeping(clientId, buyer), buyer);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("propose");
  const orders = await call<List<Order>>(client, "list", {
    ...{ list: "purchase-orders", filters: { status: "issued" }, limit: 1 },
  });
  const order = orders.items[0]!;
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  const change = "POST /api/v1/purchase-orders/{id}/actions/change";
  const decides = await call<{ number: string; says: string }>(client, "propose", {
    ...{ endpoint: change, id: order.id, why: "The vendor wrote that the quarry is closed." },
    body: { reason: "The quarry is closed", promisedOn: day },
  });
  expect(decides.says).toContain("waits for");
  const now = () => get<Order>(buyer, `/api/v1/purchase-orders/${order.id}`);
  await buyer.goto(`${url}/ai-copilot`);
  expect((await now()).promisedOn).toBe(order.promisedOn);
  const { items } = await get<List<{ id: string; number: string }>>(
    buyer,
    "/api/v1/agent-findings?agent=connected&status=open&limit=100",
  );
  const { id } = items.find(({ number }) => number === decides.number)!;
  await buyer.goto(`${url}/ai-copilot?finding=${id}`);
  await buyer.getByText("“The vendor wrote that the quarry is closed.”").waitFor();
  expect(await looks(buyer, "what a program proposes")).toEqual([]);
  await buyer.getByRole("button", { name: /^Accept:/ }).click();
  await expect.poll(async () => (await now()).promisedOn).toBe(day);
  await buyer.goto(`${url}/settings?tab=security`);
  await buyer.getByText("Desk helper").first().waitFor();
  await press(buyer, "End Desk helper");
  const reads = () =>
    call(client, "lists").then(
      () => "reads",
      () => "ended",
    );
  await expect.poll(reads, { timeout: 20_000 }).toBe("ended");
  await client.close();
});
