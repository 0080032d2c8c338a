-- Lines of a draft order are replaced as a whole when it is edited: whether a ship notice refers to one is asked by this key.
create index ship_notice_line_order_line on ship_notice_line (org_id, purchase_order_line_id);
