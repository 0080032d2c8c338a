// An import of 100,000 vendors, a payment run's bank file, twenty PDFs and three hundred letters,
// all asked for at once: how soon each kind gives its first result. Then the server is killed, and
// what came before and after it is counted: nothing stands or goes out twice.
import pg from "pg";
import { Victim, freePort } from "./parts/crashing.ts";
import { machine, must, round, sayer } from "./parts/figures.ts";
import { openMailSink } from "./parts/mail-sink.ts";
import { caller, type Caller } from "./parts/program.ts";

const ROWS = Number(process.env.LEVEE_BENCH_ROWS || 100_000);
const LETTERS = 300;
const PAPERS = 20;
const say = sayer("at-once");
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

const port = await freePort();
const sink = await openMailSink();
const victim = new Victim(port, { LEVEE_SMTP_URL: `smtp://127.0.0.1:${sink.port}` });
const call: Caller = caller(port);
const origin = `http://127.0.0.1:${port}`;

const tokenOf = async (name: string): Promise<string> =>
  (
    await call("POST", "/auth/v1/token", {
      body: {
        grant_type: "password",
        email: `${name}@demo.levee.test`,
        password: "Levee-demo-2026!",
      },
    })
  ).access_token;

const csv = (): string => {
  const lines = ["Vendor name,EIN,Email,City,State"];
  for (let i = 0; i < ROWS; i++)
    lines.push(
      `Firm ${i.toString(36)} of the bench,41-${String(i).padStart(7, "0")},orders${i}@firm.test,Chaska,MN`,
    );
  return lines.join("\n");
};

const upload = async (token: string, text: string): Promise<string> => {
  const body = new FormData();
  body.append("file", new File([text], "vendors.csv", { type: "text/csv" }));
  const answer = await fetch(`${origin}/api/v1/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  return ((await answer.json()) as { id: string }).id;
};

type Import = {
  id: string;
  state: string;
  rowsDone: number;
  counts: { create: number; reject: number };
};

/** From the upload to the first rows that are checked; gives the import. */
const importVendors = async (token: string, text: string): Promise<Import> => {
  const fileId = await upload(token, text);
  const begun = await call("POST", "/api/v1/imports", { token, body: { kind: "vendors", fileId } });
  await call("POST", `/api/v1/imports/${begun.id}/validate`, {
    token,
    body: { mapping: begun.suggestedMapping },
  });
  for (;;) {
    const now = await call<Import>("GET", `/api/v1/imports/${begun.id}`, { token });
    if (now.rowsDone > 0 || now.state !== "validating") return now;
    await pause(100);
  }
};

const bankFileOf = async (token: string, id: string): Promise<string> => {
  const answer = await fetch(`${origin}/api/v1/payment-runs/${id}/nacha`, {
    headers: { authorization: `Bearer ${token}` },
  });
  must(answer.ok, "the bank file is there");
  return answer.text();
};

/** Releases a run that was approved, and fetches its file. */
const bankFile = async (token: string, run: { id: string; version: number }): Promise<string> => {
  await call("POST", `/api/v1/payment-runs/${run.id}/actions/release`, {
    token,
    version: run.version,
    body: {},
  });
  return bankFileOf(token, run.id);
};

const paper = async (token: string, id: string): Promise<number> => {
  const answer = await fetch(`${origin}/api/v1/purchase-orders/${id}/pdf`, {
    headers: { authorization: `Bearer ${token}` },
  });
  must(answer.ok, "the PDF is there");
  return (await answer.arrayBuffer()).byteLength;
};

const letters = async (url: string, orgId: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `
      insert into mail (id, org_id, kind, to_address, subject, body_text)
      select
        gen_random_uuid(), $1, 'notification', 'p' || n || '@bench.test', 'Letter ' || n, 'Text'
      from generate_series(1, $2::int) n
    `,
    [orgId, LETTERS],
  );
  await client.end();
};

const timed = async <T>(from: number, work: Promise<T>): Promise<[number, T]> => {
  const result = await work;
  return [(performance.now() - from) / 1000, result];
};

const untilState = async (token: string, id: string, wanted: string): Promise<Import> => {
  for (;;) {
    const now = await call<Import>("GET", `/api/v1/imports/${id}`, { token });
    if (now.state === wanted) return now;
    must(now.state !== "failed", `the import goes on: ${JSON.stringify({ ...now, fields: [], columns: [] }).slice(0, 1500)}`);
    await pause(250);
  }
};

const counted = async (url: string, text: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ n: number }>(text);
  await client.end();
  return rows[0]!.n;
};
const vendorsOf = (url: string) =>
  counted(url, "select count(*)::int as n from vendor where name like 'Firm % of the bench'");
const filesOf = (url: string) =>
  counted(url, "select count(*)::int as n from audit_entry where action = 'paymentRun.release'");

const lettersOut = () => sink.ids.length;
const untilLetters = async (least: number) => {
  while (lettersOut() < least) await pause(50);
};

const measure = async (): Promise<void> => {
  say(machine());
  await victim.start();
  const [buyer, treasurer, admin] = await Promise.all(
    ["buyer", "treasurer", "admin"].map(tokenOf) as [
      Promise<string>,
      Promise<string>,
      Promise<string>,
    ],
  );
  const { items: orders } = await call("GET", `/api/v1/purchase-orders?limit=25`, {
    token: buyer,
  });
  const { items: runs } = await call("GET", "/api/v1/payment-runs?limit=25", {
    token: treasurer,
  });
  const run = runs.find((each: { status: string }) => each.status === "approved");
  must(
    orders.length >= PAPERS && run,
    `the demo has orders and a run to release: ${JSON.stringify(runs.map((each: { status: string }) => each.status))}, ${orders.length} orders`,
  );
  const { org } = await call("GET", "/api/v1/me", { token: admin });
  const text = csv();
  const { url } = victim.postmaster();
  const releasedBefore = await filesOf(url);
  // The letters of the story go out first.
  await pause(3_000);
  const before = lettersOut();

  const from = performance.now();
  const papers = orders
    .slice(0, PAPERS)
    .map(({ id }: { id: string }) => timed(from, paper(buyer, id)));
  const [checked, file, firstPaper, firstLetter] = await Promise.all([
    timed(from, importVendors(buyer, text)),
    timed(from, bankFile(treasurer, run)),
    Promise.race(papers) as Promise<[number, number]>,
    timed(
      from,
      letters(url, org.id).then(() => untilLetters(before + 1)),
    ),
  ]);
  const papersDone = (await Promise.all(papers)) as [number, number][];
  say({
    figure: "first result of each kind, seconds from one start (goal 10)",
    rows: ROWS,
    import_first_rows_checked: round(checked[0]),
    bank_file: round(file[0]),
    first_pdf: round(firstPaper[0]),
    last_of_20_pdfs: round(Math.max(...papersDone.map(([at]) => at))),
    first_letter: round(firstLetter[0]),
  });

  const importId = checked[1].id;
  await untilState(buyer, importId, "validated");
  await call("POST", `/api/v1/imports/${importId}/actions/commit`, { token: buyer });
  while ((await vendorsOf(url)) === 0) await pause(50);
  await victim.kill(false);
  const out = lettersOut();
  await victim.start();
  await untilLetters(before + LETTERS);
  const again = await tokenOf("buyer");
  const done = await untilState(again, importId, "committed");
  await pause(3_000);
  const ids = sink.ids.slice(before);
  const repeated = ids.length - new Set(ids).size;
  must(new Set(ids).size >= LETTERS, "every letter went out");
  must(repeated <= 1, "a kill repeats one letter at most, with the same id");
  must((await vendorsOf(victim.postmaster().url)) === done.counts.create, "no vendor stands twice");
  must(done.counts.create + done.counts.reject === ROWS, "every row was judged");
  must((await filesOf(victim.postmaster().url)) === releasedBefore + 1, "one release");
  must(
    (await bankFileOf(await tokenOf("treasurer"), run.id)) === file[1],
    "the bank file is the same after the kill",
  );
  say({
    figure: "after kill -9 in the middle of the import",
    letters_before: out - before,
    letters_in_all: new Set(ids).size,
    letters_repeated_with_the_same_id: repeated,
    vendors: done.counts.create,
    rows_refused: done.counts.reject,
  });
};

try {
  await measure();
} finally {
  sink.close();
  await victim.end();
}
process.exit(0);
