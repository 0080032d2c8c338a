import { leadingDay, type Day } from "#kernel/time.ts";
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Node = { [key: string]: Json };

export type Finding = {
  kind: "unknown" | "invalid" | "skipped";
  where: string;
  count: number;
  example: string;
};
export type ReadLine = {
  awardId: string;
  lot: string;
  description: string;
  scheme: string | null;
  classId: string | null;
  quantity: number | null;
  unit: string | null;
  unitAmount: number | null;
  currency: string | null;
  priceFrom: "stated" | "divided" | null;
  awardAmount: number | null;
  supplier: string;
  awardedOn: string | null;
};
export type ReadProcess = {
  ocid: string;
  releasedAt: string;
  title: string;
  buyer: string;
  language: string | null;
  awards: number;
  lines: ReadLine[];
};
export type ReadOcds = {
  kind: "release" | "releasePackage" | "recordPackage";
  publisher: string | null;
  publishedAt: string | null;
  processes: ReadProcess[];
  currencies: Record<string, number>;
  findings: Finding[];
};

const isNode = (v: Json | undefined): v is Node =>
  typeof v === "object" && v !== null && !Array.isArray(v);
const node = (v: Json | undefined): Node => (isNode(v) ? v : {});
const list = (v: Json | undefined): Node[] => (Array.isArray(v) ? v.filter(isNode) : []);
const text = (v: Json | undefined): string | null =>
  typeof v === "string" && v.trim() !== "" ? v.trim() : typeof v === "number" ? String(v) : null;
const amount = (v: Json | undefined): number | null =>
  typeof v === "number" && Number.isFinite(v)
    ? v
    : typeof v === "string" && /^-?\d+(\.\d+)?$/.test(v.trim())
      ? Number(v)
      : null;
const instant = (v: Json | undefined): string | null => {
  const t = text(v);
  return t && !Number.isNaN(Date.parse(t)) ? new Date(t).toISOString() : null;
};

const dayWritten = (v: Json | undefined): Day | null => leadingDay(text(v) ?? "");

/** Collects what was not understood, by place, with how often and one example. */
const collector = () => {
  const found = new Map<string, Finding>();
  return {
    add: (kind: Finding["kind"], where: string, example: string) => {
      const known = found.get(`${kind} ${where}`);
      if (known) known.count++;
      else found.set(`${kind} ${where}`, { kind, where, count: 1, example: example.slice(0, 200) });
    },
    all: () =>
      [...found.values()].sort(
        (a, b) =>
          a.kind.localeCompare(b.kind) || b.count - a.count || a.where.localeCompare(b.where),
      ),
  };
};
type Collector = ReturnType<typeof collector>;

const merged = (older: Json, newer: Json): Json => {
  if (Array.isArray(older) && Array.isArray(newer)) {
    const keyed = [...older, ...newer].every((each) => isNode(each) && text(each["id"]) !== null);
    if (!keyed) return newer;
    const byId = new Map(older.map((each) => [text((each as Node)["id"]), each]));
    for (const each of newer) {
      const id = text((each as Node)["id"]);
      byId.set(id, byId.has(id) ? merged(byId.get(id)!, each) : each);
    }
    return [...byId.values()];
  }
  if (isNode(older) && isNode(newer))
    return Object.fromEntries(
      [...new Set([...Object.keys(older), ...Object.keys(newer)])].flatMap((key) => {
        const value =
          key in newer
            ? key in older
              ? merged(older[key]!, newer[key]!)
              : newer[key]!
            : older[key]!;
        return value === null ? [] : [[key, value]];
      }),
    );
  return newer;
};

/**
 * The releases of one process as one, oldest first, after the merging rules of OCDS 1.1: objects
 * field by field, lists by `id`, null takes a field away.
 */
export const compiled = (releases: readonly Node[]): Node =>
  releases
    .toSorted((a, b) => (instant(a["date"]) ?? "").localeCompare(instant(b["date"]) ?? ""))
    .reduce<Node>((sum, release) => merged(sum, release) as Node, {});

const lotsOf = (tender: Node): Map<string, string> => {
  const titles = new Map<string, string>();
  const walk = (lots: readonly Node[], above: string) => {
    for (const lot of lots) {
      const id = text(lot["id"]);
      const own = text(lot["title"]) ?? id ?? "";
      const title = above ? `${above} / ${own}` : own;
      if (id) titles.set(id, title);
      walk(list(lot["lots"]), title);
    }
  };
  walk(list(tender["lots"]), "");
  return titles;
};

type Context = {
  lots: Map<string, string>;
  names: Map<string, string>;
  tender: Node;
  contracts: Node[];
  note: Collector;
};

const itemsOf = (award: Node, c: Context): Node[] => {
  const own = list(award["items"]);
  if (own.length > 0) return own;
  const contracted = c.contracts
    .filter((k) => text(k["awardID"]) === text(award["id"]))
    .flatMap((k) => list(k["items"]));
  if (contracted.length > 0) return contracted;
  const lots = Array.isArray(award["relatedLots"])
    ? award["relatedLots"].map((id) => text(id))
    : [];
  return lots.length > 0
    ? list(c.tender["items"]).filter((item) => lots.includes(text(item["relatedLot"])))
    : [];
};

const supplierOf = (award: Node, c: Context): string =>
  list(award["suppliers"])
    .map((s) => text(s["name"]) ?? c.names.get(text(s["id"]) ?? "") ?? text(s["id"]) ?? "")
    .filter(Boolean)
    .join("; ");

const lotOf = (item: Node, award: Node, c: Context): string => {
  const ids = [
    text(item["relatedLot"]),
    ...(Array.isArray(award["relatedLots"]) ? award["relatedLots"].map((id) => text(id)) : []),
  ].filter((id): id is string => id !== null);
  return [...new Set(ids.slice(0, text(item["relatedLot"]) ? 1 : undefined))]
    .map((id) => c.lots.get(id) ?? id)
    .join("; ");
};

const priceOf = (
  item: Node,
  award: Node,
  only: boolean,
): Pick<ReadLine, "unitAmount" | "currency" | "priceFrom"> => {
  const value = node(node(item["unit"])["value"]);
  const stated = amount(value["amount"]);
  if (stated !== null)
    return { unitAmount: stated, currency: text(value["currency"]), priceFrom: "stated" };
  const total = amount(node(award["value"])["amount"]);
  const quantity = amount(item["quantity"]);
  const currency = text(node(award["value"])["currency"]);
  return only && total !== null && quantity !== null && quantity > 0
    ? { unitAmount: total / quantity, currency, priceFrom: "divided" }
    : { unitAmount: null, currency, priceFrom: null };
};

const linesOf = (award: Node, c: Context, where: string): ReadLine[] => {
  const items = itemsOf(award, c);
  const supplier = supplierOf(award, c);
  if (!supplier)
    c.note.add("skipped", "awards[] without a supplier: the line is kept without one", where);
  if (items.length === 0) c.note.add("skipped", "awards[] without items", where);
  return items.map((item) => {
    const price = priceOf(item, award, items.length === 1);
    if (price.unitAmount === null)
      c.note.add(
        "skipped",
        "items[] without a unit price: kept, not compared",
        text(item["description"]) ?? where,
      );
    else if (price.currency === null)
      c.note.add(
        "skipped",
        "prices without a currency: kept, not compared",
        text(item["description"]) ?? where,
      );
    const classification = node(item["classification"]);
    return {
      awardId: text(award["id"]) ?? "",
      lot: lotOf(item, award, c),
      description:
        text(item["description"]) ??
        text(classification["description"]) ??
        text(award["title"]) ??
        "Item",
      scheme: text(classification["scheme"]),
      classId: text(classification["id"]),
      quantity: amount(item["quantity"]),
      unit: text(node(item["unit"])["name"]) ?? text(node(item["unit"])["id"]),
      ...price,
      awardAmount: amount(node(award["value"])["amount"]),
      supplier,
      // The day that its publisher wrote, in whatever zone that is.
      awardedOn:
        dayWritten(award["date"]) ??
        dayWritten(
          c.contracts.find((k) => text(k["awardID"]) === text(award["id"]))?.["dateSigned"] ?? null,
        ),
    };
  });
};

const processOf = (release: Node, note: Collector): ReadProcess | null => {
  const ocid = text(release["ocid"]);
  const releasedAt = instant(release["date"]);
  if (!ocid || !releasedAt)
    return (
      note.add(
        "skipped",
        ocid ? "releases without a readable date" : "releases without an ocid",
        ocid ?? text(release["id"]) ?? "",
      ),
      null
    );
  const tender = node(release["tender"]);
  const contracts = list(release["contracts"]);
  const c: Context = {
    lots: lotsOf(tender),
    names: new Map(
      list(release["parties"]).flatMap((p) =>
        text(p["id"]) && text(p["name"]) ? [[text(p["id"])!, text(p["name"])!] as const] : [],
      ),
    ),
    tender,
    contracts,
    note,
  };
  const awards = list(release["awards"]).filter((award) => {
    const status = text(award["status"]);
    if (status === null || status === "active") return true;
    note.add("skipped", `awards[] of status ${status}`, ocid);
    return false;
  });
  const buyer = node(release["buyer"]);
  const entity = node(tender["procuringEntity"]);
  return {
    ocid,
    releasedAt,
    title: text(tender["title"]) ?? ocid,
    buyer:
      text(buyer["name"]) ?? c.names.get(text(buyer["id"]) ?? "") ?? text(entity["name"]) ?? "",
    language: text(release["language"]),
    awards: awards.length,
    lines: awards.flatMap((award) => linesOf(award, c, ocid)),
  };
};

const recordReleases = (record: Node, note: Collector): Node | null => {
  if (isNode(record["compiledRelease"])) return record["compiledRelease"];
  const releases = list(record["releases"]);
  const embedded = releases.filter((r) => "ocid" in r);
  if (embedded.length > 0) return compiled(embedded);
  note.add("skipped", "records[] with links to releases only", text(record["ocid"]) ?? "");
  return null;
};

const grouped = (releases: readonly Node[]): Node[] => {
  const byOcid = new Map<string, Node[]>();
  for (const release of releases) {
    const ocid = text(release["ocid"]) ?? "";
    byOcid.set(ocid, [...(byOcid.get(ocid) ?? []), release]);
  }
  return [...byOcid.values()].map(compiled);
};

/**
 * Reads an OCDS document (a release, a list of them, a release package, a record, a record package;
 * version 1.0 or 1.1) into lines that can be compared. Lots may be nested, amounts in any
 * currency, names in any script: they come through as they stand. What is not understood is counted
 * in `findings`, never dropped in silence. Null when it is no OCDS document at all.
 */
export const readOcds = (document: unknown): ReadOcds | null => {
  const root = document as Json;
  const note = collector();
  const top = isNode(root) ? root : {};
  const records = Array.isArray(top["records"])
    ? list(top["records"])
    : "ocid" in top && Array.isArray(top["releases"])
      ? [top]
      : null;
  const releases = Array.isArray(root)
    ? list(root)
    : Array.isArray(top["releases"]) && !records
      ? list(top["releases"])
      : "ocid" in top && !records
        ? [top]
        : null;
  if (!records && !releases) return null;
  const whole: Node[] = records
    ? records.map((r) => recordReleases(r, note)).filter((r) => r !== null)
    : grouped(releases!);
  if (whole.length > 0 && !whole.some((r) => text(r["ocid"]))) return null;
  const processes = whole.flatMap((r) => processOf(r, note) ?? []);
  const currencies: Record<string, number> = {};
  for (const line of processes.flatMap((p) => p.lines))
    if (line.currency && line.unitAmount !== null)
      currencies[line.currency] = (currencies[line.currency] ?? 0) + 1;
  return {
    kind: records ? "recordPackage" : Array.isArray(top["releases"]) ? "releasePackage" : "release",
    publisher: text(node(top["publisher"])["name"]),
    publishedAt: instant(top["publishedDate"]),
    processes,
    currencies,
    findings: note.all(),
  };
};
