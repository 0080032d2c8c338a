export const sampleMethods = {
  random: "Random",
  strata: "Stratified by amount",
  units: "Monetary units",
} as const;
export const itemResults = {
  pass: "Pass",
  exception: "Exception",
  not_applicable: "Not applicable",
} as const;
