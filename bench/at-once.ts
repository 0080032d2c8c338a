// An import of 100,000 vendors, a payment run's bank file, twenty PDFs and three hundred letters,
// all asked for at once: how soon each kind gives its first result. Then the server is killed, and
// what came before and after it is counted: nothing stands or goes out twice.
import { request } from "node:http";
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

type Asked = { token: string; body?: string; type?: string };

/** A request on a connection of its own: kept ones may be closed at the moment they are used. */
const alone = (path: string, { token, body, type }: Asked): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && {
        "content-type": type,
        "content-length": Buffer.byteLength(body),
      }),
    };
    const method = body === undefined ? "GET" : "POST";
    const sent = request(
      { agent: false, host: "127.0.0.1", port, method, path, headers },
      (got) => {
        let text = "";
        got.setEncoding("latin1").on("data", (part: string) => void (text += part));
        got.on("end", () =>
          got.statusCode! < 300 ? resolve(text) : reject(new Error(`${path}: ${text}`)),
        );
      },
    );
    sent.on("error", reject).end(body);
  });

const upload = async (token: string, text: string): Promise<string> => {
  const mark = "----bench";
  const named = 'content-disposition: form-data; name="file"; filename="vendors.csv"';
  const head = `--${mark}\r\n${named}\r\ncontent-type: text/csv\r\n\r\n`;
  const answer = await alone("/api/v1/files", {
    token,
    type: `multipart/form-data; boundary=${mark}`,
    body: `${head}${text}\r\n--${mark}--\r\n`,
  });
  return (JSON.parse(answer) as { id: string }).id;
};

type Import = {
  state: string;
  error: string | null;
  counts: { create: number; reject: number };
};
type Job = { kind: string; state: string; done: number };

/** From the upload to the first rows that are checked, as the tray of long work shows it; gives the import's id. */
const importVendors = async (token: string, text: string): Promise<string> => {
  const fileId = await upload(token, text);
  const begun = await call("POST", "/api/v1/imports", { token, body: { kind: "vendors", fileId } });
  await call("POST", `/api/v1/imports/${begun.id}/validate`, {
    token,
    body: { mapping: begun.suggestedMapping },
  });
  for (;;) {
    const { items } = await call<{ items: Job[] }>("GET", "/api/v1/jobs", { token });
    const job = items.find(({ kind }) => kind === "import.validate");
    if (job && (job.done > 0 || job.state === "done")) return begun.id;
    await pause(100);
  }
};

const bankFileOf = (token: string, id: string): Promise<string> =>
  alone(`/api/v1/payment-runs/${id}/nacha`, { token });

/** Releases a run that was approved, and fetches its file. */
const bankFile = async (token: string, run: { id: string; version: number }): Promise<string> => {
  await call("POST", `/api/v1/payment-runs/${run.id}/actions/release`, {
    token,
    version: run.version,
    body: {},
  });
  return bankFileOf(token, run.id);
};

const paper = (token: string, id: string): Promise<string> =>
  alone(`/api/v1/purchase-orders/${id}/pdf`, { token });

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
    must(now.state !== "failed", `the import goes on: ${now.error}`);
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

const prepared = async () => {
  const [buyer, treasurer, admin] = (await Promise.all(
    ["buyer", "treasurer", "admin"].map(tokenOf),
  )) as [string, string, string];
  const { items } = await call("GET", `/api/v1/purchase-orders?limit=25`, { token: buyer });
  const runs = await call("GET", "/api/v1/payment-runs?limit=25", { token: treasurer });
  const run = runs.items.find((each: { status: string }) => each.status === "approved");
  must(items.length >= PAPERS && run, "the demo has orders and a run to release");
  const { org } = await call("GET", "/api/v1/me", { token: admin });
  const { url } = victim.postmaster();
  // The letters of the story go out first.
  await pause(3_000);
  return {
    buyer,
    treasurer,
    url,
    run: run as { id: string; version: number },
    orgId: org.id as string,
    orders: (items as { id: string }[]).slice(0, PAPERS),
    releases: await filesOf(url),
    letters: lettersOut(),
  };
};
type Before = Awaited<ReturnType<typeof prepared>>;

/** Asks for everything at once; gives the import and the bank file. */
const firstResults = async (before: Before): Promise<{ importId: string; file: string }> => {
  const { buyer, treasurer, url } = before;
  const text = csv();
  const from = performance.now();
  const papers = before.orders.map(({ id }) => timed(from, paper(buyer, id)));
  const letter = letters(url, before.orgId).then(() => untilLetters(before.letters + 1));
  const [checked, file, firstPaper, firstLetter] = await Promise.all([
    timed(from, importVendors(buyer, text)),
    timed(from, bankFile(treasurer, before.run)),
    Promise.race(papers),
    timed(from, letter),
  ]);
  const papersDone = await Promise.all(papers);
  say({
    figure: "first result of each kind, seconds from one start (goal 10)",
    rows: ROWS,
    import_first_rows_checked: round(checked[0]),
    bank_file: round(file[0]),
    first_pdf: round(firstPaper[0]),
    last_of_20_pdfs: round(Math.max(...papersDone.map(([at]) => at))),
    first_letter: round(firstLetter[0]),
  });
  return { importId: checked[1], file: file[1] };
};

/** Kills the server amid the import and as many letters again, and starts it. */
const killAmid = async ({ buyer, url, orgId }: Before, importId: string): Promise<number> => {
  await untilState(buyer, importId, "validated");
  await call("POST", `/api/v1/imports/${importId}/actions/commit`, { token: buyer });
  while ((await vendorsOf(url)) === 0) await pause(50);
  const earlier = lettersOut();
  await letters(url, orgId);
  await untilLetters(earlier + 50);
  await victim.kill(false);
  const out = lettersOut();
  await victim.start();
  return out;
};

const measure = async (): Promise<void> => {
  say(machine());
  await victim.start();
  const before = await prepared();
  const { importId, file } = await firstResults(before);
  const out = await killAmid(before, importId);
  await untilLetters(before.letters + 2 * LETTERS);
  const done = await untilState(await tokenOf("buyer"), importId, "committed");
  await pause(3_000);
  const ids = sink.ids.slice(before.letters);
  const repeated = ids.length - new Set(ids).size;
  const { url } = victim.postmaster();
  must(new Set(ids).size >= 2 * LETTERS, "every letter went out");
  must(repeated <= 1, "a kill repeats one letter at most, with the same id");
  must((await vendorsOf(url)) === done.counts.create, "no vendor stands twice");
  must(done.counts.create + done.counts.reject === ROWS, "every row was judged");
  must((await filesOf(url)) === before.releases + 1, "one release");
  const again = await bankFileOf(await tokenOf("treasurer"), before.run.id);
  must(again === file, "the bank file is the same after the kill");
  say({
    figure: "after kill -9 amid the import and the letters",
    letters_before: out - before.letters,
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
