/** A Select that is searched. */
import SearchOutlined from '@ant-design/icons/SearchOutlined';

/** Hidden: antd's own is read as "search", in English. */
export const searchIcon = <SearchOutlined aria-hidden />;

/** By label, which the user sees. */
export const labelSearch = { optionFilterProp: 'label', searchIcon };
