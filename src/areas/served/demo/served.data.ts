/** Townships that Carver County works for, as the demonstration tells them. Days are counted from today. */
export const demoTownships = [
  {
    key: "laketown",
    client: {
      name: "Laketown Township",
      kind: "township",
      email: "clerk@laketown.example",
      address: "9530 Laketown Parkway, Chaska, MN 55318",
      contacts: [
        { name: "June Albers", role: "Clerk", email: "clerk@laketown.example", phone: "" },
        { name: "Dale Rasmussen", role: "Road supervisor", email: "", phone: "952-555-0148" },
      ],
    },
    agreement: { title: "Road maintenance for Laketown Township", from: -300, until: 200 },
  },
  {
    key: "dahlgren",
    client: {
      name: "Dahlgren Township",
      kind: "township",
      email: "office@dahlgren.example",
      address: "13860 County Road 43, Cologne, MN 55322",
      contacts: [{ name: "Ole Vang", role: "Chair", email: "office@dahlgren.example", phone: "" }],
    },
    agreement: { title: "Grading and signs for Dahlgren Township", from: -150, until: 400 },
  },
  {
    key: "benton",
    client: {
      name: "Benton Township",
      kind: "township",
      email: "treasurer@benton.example",
      address: "15205 Yale Avenue, Norwood Young America, MN 55368",
      contacts: [
        { name: "Marta Kiehl", role: "Treasurer", email: "treasurer@benton.example", phone: "" },
      ],
    },
    agreement: { title: "Road maintenance for Benton Township", from: -320, until: 45 },
  },
] as const;
export type TownshipKey = (typeof demoTownships)[number]["key"];

/** What every township is served by. */
export const demoServices = [
  { code: "MAT", name: "Gravel, culverts and contractors, at cost", kind: "cost", rate: null },
  { code: "CREW", name: "Road crew, by the hour", kind: "hour", rate: 64_00 },
  { code: "SIGN", name: "Sign inspection of a road mile", kind: "fee", rate: 48_50 },
] as const;

export const demoTerms = [
  "The county maintains the township's roads on request. Work is done under the county's standards.",
  "The township pays within thirty days of a bill, or says in writing what is not right with it.",
].join("\n");
