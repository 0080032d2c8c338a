/**
 * Where somebody goes after signing in: what they had asked for, else the page that fits who they
 * are.
 */
export const landingFor = (
  who: { kind: "member" | "vendor" | "person"; mfaRequired: boolean },
  remembered: string,
): string => {
  if (who.mfaRequired) return "/settings?tab=security";
  if (remembered !== "/dashboard") return remembered;
  if (who.kind === "vendor") return "/vendor-portal";
  return who.kind === "person" ? "/welcome" : "/dashboard";
};
