// Two feeds of warnings in the structure of api.weather.gov/alerts: product by product, with sister
// messages for each segment. Offices, zones and counties are made up; the same seed gives the same feed.

type Feature = { type: "Feature"; id: string; geometry: object | null; properties: Properties };
type Properties = {
  id: string;
  areaDesc: string;
  geocode: { SAME: string[]; UGC: string[] };
  references: { "@id": string; identifier: string; sender: string; sent: string }[];
  sent: string;
  expires: string | null;
  ends: string | null;
  messageType: string;
  status: string;
  event: string;
  headline: string;
  parameters: Record<string, string[]>;
} & Record<string, unknown>;

/** Numbers between 0 and 1 that a seed decides. */
export const randomOf = (seed: number) => (): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return seed / 4_294_967_296;
};
type Random = ReturnType<typeof randomOf>;
export const shuffled = <T>(items: readonly T[], random: Random): T[] => {
  const mixed = [...items];
  for (let n = mixed.length - 1; n > 0; n -= 1) {
    const other = Math.floor(random() * (n + 1));
    [mixed[n], mixed[other]] = [mixed[other]!, mixed[n]!];
  }
  return mixed;
};

const sender = "w-nws.webmaster@noaa.gov";
const minute = 60_000;
const iso = (at: number) => new Date(at).toISOString().replace(".000Z", "+00:00");
const vtecTime = (at: number | null) =>
  at === null ? "000000T0000Z" : `${new Date(at).toISOString().replace(/[-:]/g, "").slice(2, 13)}Z`;

/** Two zones share each county: what a product says of the one it does not say of the other. */
const countyOf = (zone: string) =>
  `0${55 + (Number(zone.slice(3)) % 3)}${String(1 + 2 * Math.floor(Number(zone.slice(3)) / 2)).padStart(3, "0")}`;

type Segment = {
  zones: readonly string[];
  vtec: readonly string[];
  event: string;
  type: string;
  ends: number | null;
  status?: string;
  drawn?: boolean;
  refers?: readonly string[];
};

/** Puts products together: every segment is a message of its own, all sent at one moment. */
const writer = (name: string) => {
  const features: Feature[] = [];
  const sent = new Map<string, string>();
  let products = 0;
  const ring = (zone: string) => {
    const x = -98 + (Number(zone.slice(3)) % 40) * 0.2;
    return [
      [x, 43],
      [x + 0.15, 43],
      [x + 0.15, 43.2],
      [x, 43.2],
      [x, 43],
    ];
  };
  const product = (at: number, segments: readonly Segment[]): string[] => {
    products += 1;
    return segments.map((segment, n) => {
      const id = `urn:oid:2.49.0.1.840.0.${name}${products}.${String(n + 1).padStart(3, "0")}.1`;
      sent.set(id, iso(at));
      features.push({
        type: "Feature",
        id: `https://api.weather.gov/alerts/${id}`,
        geometry: segment.drawn
          ? { type: "Polygon", coordinates: [ring(segment.zones[0]!)] }
          : null,
        properties: {
          "@id": `https://api.weather.gov/alerts/${id}`,
          "@type": "wx:Alert",
          id,
          areaDesc: segment.zones.map((zone) => `Area ${zone.slice(3)}`).join("; "),
          geocode: {
            SAME: [...new Set(segment.zones.map(countyOf))],
            UGC: [...segment.zones],
          },
          affectedZones: segment.zones.map(
            (zone) => `https://api.weather.gov/zones/forecast/${zone}`,
          ),
          references: (segment.refers ?? []).map((identifier) => ({
            "@id": `https://api.weather.gov/alerts/${identifier}`,
            identifier,
            sender,
            sent: sent.get(identifier) ?? iso(at - minute),
          })),
          sent: iso(at),
          effective: iso(at),
          onset: iso(at),
          expires: iso(at + 8 * 60 * minute),
          ends: segment.ends === null ? null : iso(segment.ends),
          status: segment.status ?? "Actual",
          messageType: segment.type,
          category: "Met",
          severity: "Severe",
          certainty: "Likely",
          urgency: "Expected",
          event: segment.event,
          sender,
          senderName: `NWS Office of ${name}`,
          headline: `${segment.event} issued ${iso(at)}`,
          description: `Product ${products}, segment ${n + 1}.`,
          instruction: "Listen for further advice.",
          response: "Prepare",
          parameters: {
            AWIPSidentifier: [`WSW${name}`],
            ...(segment.vtec.length && { VTEC: [...segment.vtec] }),
          },
        },
      });
      return id;
    });
  };
  return { features, product };
};

const p = (action: string, event: string, ends: number | null, k = "O") =>
  `/${k}.${action}.${event}.000000T0000Z-${vtecTime(ends)}/`;
const number = (n: number) => String(n).padStart(4, "0");
const some = (from: readonly string[], random: Random, atLeast = 1): string[] => {
  const count = atLeast + Math.floor(random() * Math.max(1, from.length - atLeast));
  return shuffled(from, random).slice(0, count).sort();
};

/**
 * Long events of zones: watches that are upgraded in part, warnings that are extended in area and time,
 * cancelled for some zones and left to expire for others, over several days and a turn of the year.
 */
export const winterFeed = (begin: number, seed = 7, events = 34): Feature[] => {
  const random = randomOf(seed);
  const { features, product } = writer("winter");
  const hour = 60 * minute;
  for (let n = 1; n <= events; n += 1) {
    const office = ["KAAA", "KBBB", "KCCC"][n % 3]!;
    const watch = `${office}.WS.A.${number(n)}`;
    const warning = `${office}.WS.W.${number(n)}`;
    const all = Array.from({ length: 8 }, (_, z) => `ZZZ${String(100 + ((n * 5 + z) % 60))}`);
    let at = begin + Math.floor(random() * 72) * hour;
    let ends = at + 48 * hour;
    const name = { watch: "Winter Storm Watch", warning: "Winter Storm Warning" };
    // Two segments of one product share counties.
    product(at, [
      {
        zones: all.slice(0, 4),
        vtec: [p("NEW", watch, ends)],
        event: name.watch,
        type: "Alert",
        ends,
      },
      {
        zones: all.slice(4),
        vtec: [p("NEW", watch, ends)],
        event: name.watch,
        type: "Alert",
        ends,
      },
    ]);
    at += 6 * hour;
    const upgraded = some(all, random, 2);
    const rest = all.filter((zone) => !upgraded.includes(zone));
    product(at, [
      {
        zones: upgraded,
        vtec: [p("UPG", watch, ends), p("NEW", warning, ends)],
        event: name.warning,
        type: "Update",
        ends,
      },
      ...(rest.length
        ? [{ zones: rest, vtec: [p("CON", watch, ends)], event: name.watch, type: "Update", ends }]
        : []),
    ]);
    at += 6 * hour;
    ends += 6 * hour;
    const added = rest.slice(0, 2);
    product(at, [
      {
        zones: upgraded,
        vtec: [p("EXT", warning, ends)],
        event: name.warning,
        type: "Update",
        ends,
      },
      ...(added.length
        ? [
            {
              zones: added,
              vtec: [p("UPG", watch, ends), p("EXB", warning, ends)],
              event: name.warning,
              type: "Update",
              ends,
            },
          ]
        : []),
    ]);
    at += 6 * hour;
    const held = [...upgraded, ...added].sort();
    const dropped = some(held, random).slice(0, held.length - 1);
    const kept = held.filter((zone) => !dropped.includes(zone));
    if (dropped.length)
      product(at, [
        {
          zones: dropped,
          vtec: [p("CAN", warning, ends)],
          event: name.warning,
          type: "Cancel",
          ends: at,
        },
        { zones: kept, vtec: [p("CON", warning, ends)], event: name.warning, type: "Update", ends },
      ]);
    if (random() < 0.3)
      product(at + hour, [
        { zones: kept, vtec: [p("COR", warning, ends)], event: name.warning, type: "Update", ends },
      ]);
    if (random() < 0.5)
      product(ends - 20 * minute, [
        { zones: kept, vtec: [p("EXP", warning, ends)], event: name.warning, type: "Update", ends },
      ]);
  }
  return features;
};

/**
 * Short events with outlines, floods until further notice, statements without VTEC that refer to each
 * other, tests that cancel nothing, routine parts, and one message whose identifier came twice.
 */
export const summerFeed = (begin: number, seed = 11, events = 48): Feature[] => {
  const random = randomOf(seed);
  const { features, product } = writer("summer");
  for (let n = 1; n <= events; n += 1) {
    const storm = `KDDD.TO.W.${number(n)}`;
    const river = `KDDD.FL.W.${number(n)}`;
    const all = Array.from({ length: 4 }, (_, z) => `ZZC${String(101 + ((n * 3 + z) % 50))}`);
    let at = begin + Math.floor(random() * 60 * 24) * minute;
    const ends = at + 45 * minute;
    const tornado = { event: "Tornado Warning", drawn: true };
    product(at, [{ ...tornado, zones: all, vtec: [p("NEW", storm, ends)], type: "Alert", ends }]);
    product(at + 10 * minute, [
      { ...tornado, zones: all.slice(0, 2), vtec: [p("CAN", storm, ends)], type: "Update", ends },
      { ...tornado, zones: all.slice(2), vtec: [p("CON", storm, ends)], type: "Update", ends },
    ]);
    if (random() < 0.5)
      product(at + 40 * minute, [
        { ...tornado, zones: all.slice(2), vtec: [p("EXP", storm, ends)], type: "Update", ends },
      ]);
    at += 90 * minute;
    const flood = { event: "Flood Warning", zones: all.slice(0, 3), ends: null };
    product(at, [
      { ...flood, vtec: [p("NEW", river, null)], type: "Alert" },
      {
        zones: all.slice(3),
        event: "Flood Statement",
        vtec: [p("ROU", "KDDD.00.0.0000", null)],
        type: "Alert",
        ends: at + 600 * minute,
      },
    ]);
    if (random() < 0.7)
      product(at + 120 * minute, [{ ...flood, vtec: [p("CON", river, null)], type: "Update" }]);
    if (random() < 0.4)
      product(at + 200 * minute, [
        { ...flood, zones: all.slice(0, 1), vtec: [p("CAN", river, null)], type: "Cancel" },
      ]);
    // A drill cancels nothing.
    if (random() < 0.3)
      product(at + 210 * minute, [
        { ...flood, vtec: [p("CAN", river, null, "T")], type: "Cancel", status: "Test" },
      ]);
    const statement = { event: "Special Weather Statement", vtec: [], zones: all };
    const [first] = product(at, [{ ...statement, type: "Alert", ends: at + 60 * minute }]);
    if (random() < 0.6) {
      const [second] = product(at + 20 * minute, [
        { ...statement, type: "Update", ends: null, refers: [first!] },
      ]);
      if (random() < 0.5)
        product(at + 30 * minute, [
          { ...statement, type: "Cancel", ends: null, refers: [first!, second!] },
        ]);
    }
  }
  const twice = structuredClone(features[2]!);
  twice.properties.headline = "Another text under the same identifier";
  features.push(twice);
  return features;
};
