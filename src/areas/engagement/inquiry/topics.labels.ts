/** What a person who writes can be about. */
export const topics = { sales: "Sales", support: "Support", security: "A security concern", accessibility: "Accessibility", press: "Press", other: "Something else" } as const;
