/** Names in scripts other than plain Latin, each with its transliteration for user names. */
import type { Culture } from './names.ts';

export const scriptCultures: readonly Culture[] = [
  {
    locale: null,
    given: 'Hương=huong Minh Thảo=thao Đức=duc Quỳnh=quynh Hải_Đăng=haidang Ngọc_Ánh=ngocanh Tuấn=tuan Phương=phuong Khánh=khanh',
    family: 'Nguyễn=nguyen Trần=tran Lê=le Phạm=pham Hoàng=hoang Võ=vo Đặng=dang Bùi=bui Đỗ=do Huỳnh=huynh',
  },
  {
    locale: null,
    given: '伟=wei 芳=fang 秀英=xiuying 娜=na 敏=min 静=jing 强=qiang 晓明=xiaoming 雪=xue 建国=jianguo 子涵=zihan 浩然=haoran',
    family: '王=wang 李=li 张=zhang 刘=liu 陈=chen 杨=yang 赵=zhao 黄=huang 周=zhou 吴=wu 欧阳=ouyang 司马=sima',
  },
  {
    locale: null,
    given:
      '翔太=shota 美咲=misaki 大輔=daisuke 結衣=yui 健一=kenichi さくら=sakura 直樹=naoki ひなた=hinata 陽子=yoko 拓海=takumi',
    family:
      '佐藤=sato 鈴木=suzuki 高橋=takahashi 田中=tanaka 渡辺=watanabe 伊藤=ito 山本=yamamoto 中村=nakamura 小林=kobayashi 齋藤=saito',
  },
  {
    locale: null,
    given: '민준=minjun 서연=seoyeon 지우=jiwoo 도윤=doyoon 하은=haeun 예준=yejun 수아=sua 지호=jiho',
    family: '김=kim 이=lee 박=park 최=choi 정=jung 강=kang 조=cho 윤=yoon',
  },
  {
    locale: null,
    given:
      'Ελένη=eleni Μαρία=maria Αικατερίνη=aikaterini Ιωάννα=ioanna Δήμητρα=dimitra Χριστίνα=christina Ευαγγελία=evangelia Σοφία=sofia',
    family:
      'Παπαδοπούλου=papadopoulou Αντωνίου=antoniou Γεωργίου=georgiou Βλάχου=vlachou Οικονόμου=oikonomou Νικολάου=nikolaou Ξενάκη=xenaki Ψαρρού=psarrou',
  },
  {
    locale: null,
    given:
      'Олена=olena Андрій=andrii Наталія=nataliia Тарас=taras Юлія=yuliia Богдан=bohdan Оксана=oksana Дмитро=dmytro Соломія=solomiia Ярослав=yaroslav',
    family:
      'Шевченко=shevchenko Коваленко=kovalenko Бондаренко=bondarenko Ткаченко=tkachenko Мельник=melnyk Гончар=honchar Щербак=shcherbak Лисенко=lysenko Мороз=moroz Їжак=yizhak',
  },
  {
    locale: null,
    given:
      'Анастасия=anastasia Екатерина=ekaterina Мария=mariya Ольга=olga Светлана=svetlana Татьяна=tatyana Ксения=ksenia Надежда=nadezhda',
    family:
      'Иванова=ivanova Смирнова=smirnova Кузнецова=kuznetsova Попова=popova Соколова=sokolova Лебедева=lebedeva Козлова=kozlova Ёлкина=yolkina',
  },
  {
    locale: null,
    given: 'محمد=mohammed فاطمة=fatima أحمد=ahmed ليلى=layla يوسف=yousef مريم=maryam عمر=omar نور=noor خالد=khaled سلمى=salma',
    family:
      'الحسن=alhassan عبد_الله=abdullah المصري=almasri حداد=haddad الخطيب=alkhatib منصور=mansour الشامي=alshami سليمان=suleiman العتيبي=alotaibi قاسم=qasim',
  },
  {
    locale: null,
    given: 'נועה=noa איתי=itai תמר=tamar יונתן=yonatan שירה=shira אורי=uri יעל=yael דוד=david',
    family: 'כהן=cohen לוי=levi מזרחי=mizrahi פרץ=peretz ביטון=biton אברהם=avraham פרידמן=friedman גולדברג=goldberg',
  },
  {
    locale: null,
    given: 'زهرا=zahra رضا=reza نگار=negar کیان=kian شیرین=shirin بهرام=bahram',
    family: 'احمدی=ahmadi حسینی=hosseini کریمی=karimi رستمی=rostami جعفری=jafari موسوی=mousavi',
  },
  {
    locale: 'en-IN',
    given: 'प्रिया=priya अमित=amit सुनीता=sunita विक्रम=vikrama कविता=kavita अर्जुन=arjuna राधा=radha मोहन=mohan',
    family: 'शर्मा=sharmaa वर्मा=varma गुप्ता=guptaa मिश्रा=mishra यादव=yadav चौहान=chauhan त्रिपाठी=tripathi श्रीवास्तव=srivastava',
  },
  {
    locale: 'en-IN',
    given: 'கவிதா=kavitha முருகன்=murugan மீனாட்சி=meenakshi செல்வம்=selvam தமிழ்=tamizh அருண்=arun',
    family: 'சுப்பிரமணியன்=subramanian கிருஷ்ணன்=krishnann நடராஜன்=natarajan ராமசாமி=ramasamy பாண்டியன்=pandian வேலு=velu',
  },
  {
    locale: null,
    given: 'สมชาย=somchai มาลี=malee อนันต์=anan กัญญา=kanya ธนพล=thanapol สุดา=suda',
    family: 'ศรีสุข=srisuk ใจดี=jaidee แสงทอง=saengthong วงศ์ไทย=wongthai บุญมา=boonma รัตนกุล=rattanakul',
  },
  {
    locale: null,
    given: 'გიორგი=giorgi ნინო=nino თამარ=tamara ლევან=levan ეკა=eka ზურაბ=zurab',
    family: 'ბერიძე=beridze კაპანაძე=kapanadze გელაშვილი=gelashvili მაისურაძე=maisuradze ლომიძე=lomidze წიკლაური=tsiklauri',
  },
  {
    locale: null,
    given: 'Արմեն=armen Անի=ani Տիգրան=tigran Լուսինե=lusine Հայկ=hayk Մարիամ=mariam',
    family:
      'Հակոբյան=hakobyan Սարգսյան=sargsyan Գրիգորյան=grigoryan Պետրոսյան=petrosyan Խաչատրյան=khachatryan Մկրտչյան=mkrtchyan',
  },
  {
    locale: null,
    given: 'Chinwe Olúwaṣeun=oluwaseun Ngozi Adébáyọ̀=adebayo Ifeoma Thabo Wanjirũ=wanjiru Kwame Amina Sipho Zanele Tendai',
    family: 'Okafor Adéyẹmí=adeyemi Nwosu Mensah Dlamini Mwangi Ogunbanjo Abubakar Nkosi Ndlovu Ọláníyan=olaniyan Chukwu',
  },
  {
    locale: null,
    given: 'Kaimana Mere Tāne Kahurangi Hōhepa Leilani Wiremu Aroha',
    family: 'Ka‘ahumanu=kaahumanu Parata Ngata Kealoha Tūhoe Te_Rangi Wharepapa Fa‘alogo=faalogo',
  },
];
