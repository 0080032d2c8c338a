/** One sentence for each public page, at most 160 characters: search results, previews and llms.txt show it. Kept apart from the pages' data, which the app loads. */
export const descriptions: Readonly<Record<string, string>> = {
  "/": "Levee is where a public agency plans its budget, buys, manages vendors, pays, and keeps a record that any auditor can check without trusting anyone.",
};
