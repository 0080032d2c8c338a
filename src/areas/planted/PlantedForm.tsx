export const Planted = ({ save }) => (
  <Form onSubmit={(body) => save({ path: "/api/v1/assets", body })} />
);
