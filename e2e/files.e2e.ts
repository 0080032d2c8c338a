// Every stored file of the demo is asked for by every identity of the demo, by its id. Whether one may
// have it is judged here from the rows and from what the addresses of the records answer, apart from the
// product's own function.
import { expect, test } from "vitest";
import { asOwner } from "./sealed.ts";
import { password, url } from "./people.ts";

type Holder = { type: string; id: string };
type File = { id: string; orgId: string; name: string; uploadedBy: string | null; in: Holder[] };
type Identity = { email: string; personId: string; token: string };

/** Rows that name files: of which record a file is there. Files of other columns have a door of their own. */
const held = [
  "select file_id, object_type as type, object_id as id from attachment",
  "select file_id, 'contract', contract_id from contract_signing",
  "select file_id, 'contract', contract_id from contract_exhibit",
  "select file_id, 'contract', contract_id from contract_closeout_item",
  "select file_id, 'contract', contract_id from coverage_certificate",
  "select file_id, 'contract', id from contract_completion",
  "select competition_file_id, 'contract', id from contract_cooperative",
  "select right_file_id, 'contract', id from contract_cooperative",
  "select f.file_id, 'contract', r.contract_id from negotiation_file f join negotiation_round r on r.id = f.round_id",
  "select file_id, 'solicitation', solicitation_id from solicitation_document",
  "select file_id, 'invoice', id from invoice",
  "select file_id, 'bid', bid_id from bid_file",
  `
    select f.file_id::uuid, 'purchaseOrder', r.purchase_order_id
    from receipt r, jsonb_array_elements_text(r.photo_file_ids) f(file_id)
  `,
  "select photo_id, 'serviceRequest', id from service_request",
  "select photo_id, 'serviceRequest', service_request_id from service_addition",
  "select file_id, 'signature', id from signature_request",
  "select result_file_id, 'signature', id from signature_request",
  "select body_file_id, 'changeOrder', id from contract_change",
  "select file_id, 'obligation', id from contract_obligation_due",
].join("\nunion all\n");

/** Where a record is read; whoever reads it there reads its files. */
const addresses: Record<string, string> = {
  contract: "contracts",
  solicitation: "solicitations",
  invoice: "invoices",
  purchaseOrder: "purchase-orders",
  serviceRequest: "service-requests",
  programApplication: "program-applications",
  changeOrder: "change-orders",
  obligation: "obligations",
  workOrder: "work-orders",
  paDamage: "pa-damage",
  paProject: "pa-projects",
  vendor: "vendors",
  requisition: "requisitions",
};
/** Kinds whose record shows less than its papers: who has these, of the accounts of the demo. */
const byName: Record<string, readonly string[]> = {
  safetyCase: ["safety@demo.levee.test"],
  // Sealed, or of a panel that none of the demo's opened bids has files for.
  bid: [],
};

const told = () =>
  asOwner(async (client) => {
    const files = await client.query<Omit<File, "in">>(
      `
        select id, org_id as "orgId", name, uploaded_by as "uploadedBy"
        from stored_file
        order by id
      `,
    );
    const holders = await client.query<Holder & { file_id: string }>(
      `select * from (${held}) h where file_id is not null`,
    );
    const people = await client.query<{ id: string; email: string }>(
      "select id, email from person where email like '%levee.test' order by email",
    );
    return {
      people: people.rows,
      files: files.rows.map((file) => ({
        ...file,
        in: holders.rows.filter((each) => each.file_id === file.id),
      })),
    };
  });

const signedIn = async (email: string): Promise<string | null> => {
  const answer = await fetch(`${url}/auth/v1/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "password", email, password }),
  });
  if (!answer.ok) return null;
  return ((await answer.json()) as { access_token: string }).access_token;
};

/** The status that an address answers an identity with; nothing of the content is kept. */
const asks = async (token: string | null, path: string): Promise<number> => {
  const answer = await fetch(`${url}${path}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  await answer.arrayBuffer();
  return answer.status;
};

test(
  "a file opens for exactly those who may read a record that holds it",
  { timeout: 300_000 },
  async () => {
    const { people, files } = await told();
    const identities: Identity[] = [];
    for (const { id, email } of people) {
      const token = await signedIn(email);
      if (token) identities.push({ email, personId: id, token });
    }
    // All of them come in but those whom the story keeps out.
    expect(identities.length).toBeGreaterThan(30);
    expect(files.length).toBeGreaterThan(50);
    for (const kind of ["safetyCase", "programApplication", "contract"])
      expect(files.some((f) => f.in.some((h) => h.type === kind))).toBe(true);

    const known = new Map<string, boolean>();
    const reads = async (who: Identity, { type, id }: Holder): Promise<boolean> => {
      const named = byName[type];
      if (named) return named.includes(who.email);
      const address = addresses[type];
      if (!address) throw new Error(`Say where a ${type} is read, or by whom.`);
      const key = `${who.email} ${type} ${id}`;
      if (!known.has(key))
        known.set(key, (await asks(who.token, `/api/v1/${address}/${id}`)) === 200);
      return known.get(key)!;
    };
    const wrong: string[] = [];
    let asked = 0;
    const judge = async (who: Identity) => {
      for (const file of files) {
        let due = file.in.length === 0 && file.uploadedBy === who.personId;
        for (const holder of file.in) due ||= await reads(who, holder);
        const got = (await asks(who.token, `/api/v1/files/${file.id}`)) === 200;
        asked += 1;
        if (got !== due)
          wrong.push(`${who.email} ${got ? "has" : "lacks"} ${file.name} of ${file.in[0]?.type}`);
      }
    };
    await Promise.all(
      [0, 1, 2, 3].map(async (lane) => {
        for (const who of identities.filter((_, at) => at % 4 === lane)) await judge(who);
      }),
    );
    expect(wrong).toEqual([]);
    expect(asked).toBe(identities.length * files.length);
    // Nobody who is not signed in has any.
    for (const { id } of files) expect(await asks(null, `/api/v1/files/${id}`)).toBe(401);
  },
);
