export { seedOrganization } from "./organization.seed.ts";
