/**
 * What a neighbour bought: the item, its NAICS code and unit, the price in dollars around which its
 * orders lie, and a usual quantity.
 */
type Bought = readonly [item: string, code: string, unit: string, price: number, quantity: number];

const bought: readonly Bought[] = [
  ["Nitrile gloves", "339113", "case", 71.9, 80],
  ["Body armor, level IIIA", "339113", "each", 869, 10],
  ["Culvert stone, 3 in minus", "212321", "t", 23.6, 240],
  ["Road salt", "212390", "t", 81.2, 300],
  ["Cold patch asphalt", "324121", "t", 149, 30],
  ["Corrugated steel culvert, 36 in", "332313", "ft", 63.1, 60],
  ["Generator rental, 200 kW", "532412", "day", 590, 20],
  ["Office paper, 20 lb", "424120", "case", 41.2, 90],
  ["Laptop computer", "334111", "each", 1129, 24],
  ["Toner cartridges", "325992", "each", 91.3, 40],
  ["Interpreter services", "541930", "h", 71.5, 60],
  ["Diesel, off-road", "424720", "gal", 3.86, 2000],
];
/**
 * Neighbours and their firms, invented like everything of the demo; each buys a little above or
 * below the others.
 */
const neighbours = [
  {
    id: "MN-D-01",
    name: "Prairie Junction County",
    firm: "Junction Municipal Supply",
    level: 0.96,
  },
  { id: "MN-D-02", name: "City of Elk Ferry", firm: "Ferry Landing Trading Co.", level: 1.03 },
  {
    id: "MN-D-03",
    name: "Blackwater Watershed District",
    firm: "Headwater Stores LLC",
    level: 1.08,
  },
] as const;
/** Moves the prices of one buyer's orders apart, so that there is a lowest and a highest. */
const moves = [0.982, 1, 1.027];

/**
 * A release package of neighbouring agencies, in OCDS 1.1. `dateIn` gives the day so many days from
 * now as `YYYY-MM-DD`.
 */
export const neighboursPackage = (dateIn: (days: number) => string) => ({
  uri: "https://neighbours.levee.test/releases.json",
  version: "1.1",
  publisher: { name: "Neighbours of Carver County (made for the demo)" },
  publishedDate: `${dateIn(-3)}T12:00:00Z`,
  releases: neighbours.flatMap((buyer, b) =>
    bought.map(([description, id, unit, price, quantity], i) => {
      const ocid = `ocds-levee0-${buyer.id}-${id}-${i + 1}`;
      const date = `${dateIn(-20 - 11 * i - 5 * b)}T12:00:00Z`;
      const supplier = { id: `${buyer.id}-F`, name: buyer.firm };
      const items = moves.map((move, n) => ({
        id: String(n + 1),
        description,
        classification: { scheme: "NAICS", id },
        quantity,
        unit: {
          name: unit,
          value: { amount: Math.round(price * buyer.level * move * 100) / 100, currency: "USD" },
        },
      }));
      const total =
        Math.round(
          100 * items.reduce((sum, item) => sum + item.quantity * item.unit.value.amount, 0),
        ) / 100;
      return {
        ocid,
        id: `${ocid}-1`,
        date,
        tag: ["award"],
        initiationType: "tender",
        language: "en",
        buyer: { id: buyer.id, name: buyer.name },
        parties: [
          { id: buyer.id, name: buyer.name, roles: ["buyer"] },
          { ...supplier, roles: ["supplier"] },
        ],
        tender: { id: `${ocid}-T`, title: description, status: "complete" },
        awards: [
          {
            id: `${ocid}-A`,
            status: "active",
            date,
            value: { amount: total, currency: "USD" },
            suppliers: [supplier],
            items,
          },
        ],
      };
    }),
  ),
});
