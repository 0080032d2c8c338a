import {
  enterpriseSchema,
  enterpriseShape,
  groupSchema,
  groupShape,
  userSchema,
  userShape,
  type Shape,
} from "./resource.model.ts";

/** The most resources of one page. */
export const mostCount = 200;

const listOf = (resources: readonly object[]) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

export const serviceProviderConfig = {
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostCount },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "The token of a directory, made by an administrator of the agency.",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: "/scim/v2/ServiceProviderConfig" },
};

const typeOf = (name: string, endpoint: string, schema: string, extension: string | null) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
  id: name,
  name,
  endpoint,
  schema,
  ...(extension && { schemaExtensions: [{ schema: extension, required: false }] }),
  meta: { resourceType: "ResourceType", location: `/scim/v2/ResourceTypes/${name}` },
});
const types = [
  typeOf("User", "/Users", userSchema, enterpriseSchema),
  typeOf("Group", "/Groups", groupSchema, null),
];

const attributesOf = (shape: Shape, needed: string) =>
  Object.entries(shape)
    .filter(([name, kind]) => kind !== "ignored" && !name.startsWith("urn:"))
    .map(([name, kind]) => ({
      name,
      type: kind === "text" ? "string" : kind === "boolean" ? "boolean" : "complex",
      multiValued: kind === "multi",
      required: name === needed,
      caseExact: false,
      mutability: "readWrite",
      returned: "default",
      uniqueness: name === needed ? "server" : "none",
    }));
const schemaOf = (id: string, name: string, shape: Shape, needed: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
  id,
  name,
  attributes: attributesOf(shape, needed),
  meta: { resourceType: "Schema", location: `/scim/v2/Schemas/${id}` },
});
const schemas = [
  schemaOf(userSchema, "User", userShape, "userName"),
  schemaOf(groupSchema, "Group", groupShape, "displayName"),
  schemaOf(enterpriseSchema, "EnterpriseUser", enterpriseShape, ""),
];

export const resourceTypes = listOf(types);
export const schemaList = listOf(schemas);

/** One of them by its id; undefined for none. */
export const resourceTypeOf = (id: string) => types.find((each) => each.id === id);
export const schemaNamed = (id: string) => schemas.find((each) => each.id === id);
