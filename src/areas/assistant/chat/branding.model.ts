/** How the assistant presents itself (SPEC 3). Colors are `#rrggbb`. */
export type Branding = {
  companyName: string;
  primaryColor: string;
  secondaryColor: string;
  logoUrl: string | null;
  welcomeMessage: string;
};

/** SPEC 3: the defaults; the company's name is the product's. */
export const defaultBranding: Branding = {
  companyName: "Levee",
  primaryColor: "#3B82F6",
  secondaryColor: "#1E40AF",
  logoUrl: null,
  welcomeMessage: "Hello. Ask me how something works, or where something stands.",
};

const color = /^#[0-9a-f]{6}$/i;
const known = (config: Partial<Branding> | null | undefined): Partial<Branding> =>
  Object.fromEntries(
    Object.entries(config ?? {}).filter(
      ([name, value]) =>
        name in defaultBranding &&
        typeof value === "string" &&
        value !== "" &&
        (!name.endsWith("Color") || color.test(value)),
    ),
  ) as Partial<Branding>;

type Source = { branding_config?: Partial<Branding> | null } | null | undefined;

/**
 * SPEC 7: defaults, then organization, then agent; the first words come from the agent's own
 * message, then its branding, then the organization's.
 */
export const brandingOf = (
  organization: Source,
  agent?: (Source & { welcome_message?: string | null }) | null,
): Branding => {
  const [org, own] = [known(organization?.branding_config), known(agent?.branding_config)];
  return {
    ...defaultBranding,
    ...org,
    ...own,
    welcomeMessage:
      agent?.welcome_message ||
      own.welcomeMessage ||
      org.welcomeMessage ||
      defaultBranding.welcomeMessage,
  };
};

const linear = (part: number) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const luminance = (hex: string) =>
  [1, 3, 5]
    .map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at]!, 0);

/**
 * Text that reads on a color: white or black, whichever stands out more (WCAG contrast; one of them
 * is always at least 4.5).
 */
export const textOn = (hex: string): "#FFFFFF" | "#000000" => {
  const l = luminance(hex);
  return 1.05 / (l + 0.05) >= (l + 0.05) / 0.05 ? "#FFFFFF" : "#000000";
};
