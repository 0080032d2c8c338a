-- Last prices of a commodity, or of exactly this description: asked while a requisition is typed.
create index purchase_order_line_commodity on purchase_order_line (org_id, commodity_code, id desc) where commodity_code is not null;
create index purchase_order_line_description on purchase_order_line (org_id, description, id desc);
