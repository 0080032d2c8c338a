const browsers: readonly [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
  [/curl\//, "curl"],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];
const first = (list: readonly [RegExp, string][], text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** A device in words, from what its browser says of itself: "Firefox on Windows". */
export const deviceOf = (userAgent: string): { label: string; phone: boolean } => {
  const browser = first(browsers, userAgent);
  const system = first(systems, userAgent);
  return {
    label: browser && system ? `${browser} on ${system}` : (browser ?? system ?? "Unknown device"),
    phone: /iPhone|Android.*Mobile/.test(userAgent),
  };
};
