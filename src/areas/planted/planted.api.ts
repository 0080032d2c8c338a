export const planted = { path: "/api/v1/planted/{id}/actions/approve" };
