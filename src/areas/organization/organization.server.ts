import { seedAgencies } from "./organization.seed.ts";

/** What the server mounts of this area. */
export const organization = { name: "organization", endpoints: [], seed: seedAgencies };
