/** Which model betters the words of answers. */
export const modelSources = {
  none: "None: words are made by rules",
  operator: "The operator's model",
  own: "The agency's own",
} as const;
export const ownSource = "own" satisfies keyof typeof modelSources;
